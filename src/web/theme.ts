import type { ActionIcon, Badge, Button, Card, Modal, Paper, Table, Tooltip } from '@mantine/core';
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { SteadyButton } from './ui/steady-button.tsx';

/** Like the component's own `extend`, which would pull all of these components into the first page. */
const extend = <Component extends { extend(input: never): unknown }>(input: Parameters<Component['extend']>[0]) =>
  input;

const pine: MantineColorsTuple = [
  '#effaf8',
  '#d9f2ed',
  '#b0e4db',
  '#82d4c6',
  '#5cc6b4',
  '#44bda9',
  '#147a6d',
  '#0f766e',
  '#0b5f59',
  '#064a45',
];
const slate: MantineColorsTuple = [
  '#f8fafb',
  '#f1f4f6',
  '#e4e9ec',
  '#d3dade',
  '#a9b4bb',
  '#7e8b94',
  '#5c6972',
  '#47535b',
  '#2c363d',
  '#161d22',
];
const night: MantineColorsTuple = [
  '#dbe2e6',
  '#b8c3c9',
  '#93a1a9',
  '#6b7a83',
  '#3b4850',
  '#2b363d',
  '#20292f',
  '#182026',
  '#12181d',
  '#0d1216',
];

const brick: MantineColorsTuple = [
  '#fef2f1',
  '#fde3e1',
  '#fbc8c4',
  '#f6a19a',
  '#ff8f85',
  '#e2564a',
  '#c2332a',
  '#b42318',
  '#8e1d14',
  '#6b1811',
];

/** A button that is at work keeps the focus. */
const buttonProps = { component: SteadyButton };

export const theme = createTheme({
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 6 },
  colors: { pine, gray: slate, dark: night, red: brick },
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
  headings: {
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.05rem', lineHeight: '1.35' },
      h3: { fontSize: '0.95rem', lineHeight: '1.35' },
    },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: extend<typeof Button>({
      defaultProps: { size: 'sm', ...buttonProps },
      styles: { label: { fontWeight: 550 } },
    }),
    ActionIcon: extend<typeof ActionIcon>({ defaultProps: buttonProps }),
    Badge: extend<typeof Badge>({
      defaultProps: { variant: 'outline', size: 'md', radius: 'sm' },
      styles: { root: { textTransform: 'none', fontWeight: 550 } },
    }),
    Card: extend<typeof Card>({ defaultProps: { withBorder: true, padding: 'lg', radius: 'lg' } }),
    Paper: extend<typeof Paper>({ defaultProps: { radius: 'lg' } }),
    // Its header is not the page's banner.
    Modal: extend<typeof Modal>({
      defaultProps: {
        radius: 'lg',
        centered: true,
        xOffset: 'min(5vw, 12px)',
        yOffset: 'min(5dvh, 24px)',
        attributes: { header: { role: 'none' } },
        // Without blur: each blink of the cursor would blur the page behind the dialog anew.
        overlayProps: { backgroundOpacity: 0.4 },
      },
      styles: {
        title: { fontWeight: 620, fontSize: '1.1rem', lineHeight: 1.3 },
        content: { background: 'var(--surface)' },
        header: { background: 'var(--surface)' },
        body: { paddingTop: 4 },
      },
    }),
    Table: extend<typeof Table>({ defaultProps: { verticalSpacing: 'sm' } }),
    Tooltip: extend<typeof Tooltip>({ defaultProps: { withArrow: true, openDelay: 300 } }),
  },
});

/** The colors of first.css. Mantine's own dimmed text and errors have too little contrast (axe: color-contrast). */
const colors = {
  '--mantine-color-body': 'var(--body)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--dimmed)',
  '--mantine-color-placeholder': 'var(--dimmed)',
  '--mantine-color-error': 'var(--bad)',
};
/** Mantine's color variables, in both schemes ours. */
export const variables: CSSVariablesResolver = () => ({ variables: {}, light: colors, dark: colors });
