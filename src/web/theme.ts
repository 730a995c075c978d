import type { Badge, Button, Card, Modal, Paper, Table, Tooltip } from '@mantine/core';
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

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
    Button: extend<typeof Button>({ defaultProps: { size: 'sm' }, styles: { label: { fontWeight: 550 } } }),
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
        overlayProps: { backgroundOpacity: 0.4, blur: 2 },
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

/** Mantine's own dimmed text has too little contrast (axe: color-contrast). */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#f6f8f9',
    '--mantine-color-text': slate[9],
    '--mantine-color-dimmed': slate[6],
    '--mantine-color-placeholder': slate[6],
    '--surface': '#ffffff',
    '--line': slate[2],
    '--hover': slate[1],
    '--accent': pine[7],
    '--accent-soft': pine[0],
    '--good': '#15713f',
    '--bad': '#b42318',
    '--warn': '#8f4d00',
    '--info': '#1d5fa8',
    '--band': 'rgba(15, 118, 110, 0.16)',
    '--past': slate[5],
  },
  dark: {
    '--mantine-color-body': night[9],
    '--mantine-color-text': night[0],
    '--mantine-color-dimmed': night[2],
    '--mantine-color-placeholder': night[2],
    '--surface': night[8],
    '--line': night[6],
    '--hover': night[7],
    '--accent': pine[4],
    '--accent-soft': '#12312e',
    '--good': '#5fd08f',
    '--bad': '#ff8f85',
    '--warn': '#f2b45c',
    '--info': '#7db8f5',
    '--band': 'rgba(92, 198, 180, 0.22)',
    '--past': night[2],
  },
});
