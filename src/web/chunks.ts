/*
 * What pages share, in a few files: a browser fetches six at a time, and each waits for its turn on the network. A
 * module comes with the first of these files that names it, and brings along what nothing before it has imported.
 */

interface SharedFile {
  name: string;
  /** Paths in src/web, without their extension. */
  ours?: readonly string[];
  /** Folders or modules of @mantine/core. */
  mantine?: readonly string[];
  /** Icons of @tabler/icons-react. */
  icons?: readonly string[];
  /** Packages, or scopes with all of their packages. */
  packages?: readonly string[];
}

export const SHARED_FILES: readonly SharedFile[] = [
  {
    // Small modules that many pages need.
    name: 'common',
    ours: [
      'translation',
      'parts/default-place',
      'parts/locations',
      'parts/product-link',
      'ui/address',
      'ui/bars',
      'ui/day',
      'ui/number',
      'ui/rich',
      'ui/status',
      'ui/typed-code',
    ],
    mantine: ['SimpleGrid'],
  },
  {
    // Dialogs and forms, everything else that opens over the page, and what these observe.
    name: 'over',
    ours: ['ui/form', 'ui/action', 'ui/fields', 'ui/scan-turns'],
    mantine: [
      'ActionIcon',
      'Combobox',
      'FocusTrap',
      'Floating',
      'Menu',
      'Modal',
      'ModalBase',
      'OptionalPortal',
      'Popover',
      'Portal',
      'ScrollArea',
      'Select',
      'Tooltip',
      'Transition',
      'VisuallyHidden',
    ],
    packages: [
      '@mantine/hooks',
      '@floating-ui',
      'react-remove-scroll',
      'react-remove-scroll-bar',
      'react-style-singleton',
      'use-callback-ref',
      'use-sidecar',
    ],
  },
  {
    // Fields and buttons that most pages have.
    name: 'fields',
    ours: ['parts/category', 'parts/choose', 'parts/print', 'ui/csv', 'ui/export', 'ui/rows'],
    mantine: [
      'Checkbox',
      'FileButton',
      'InlineInput',
      'NumberInput',
      'Progress',
      'SegmentedControl',
      'Switch',
      'Table',
      'Textarea',
      'get-auto-contrast-value',
      'get-env',
    ],
    icons: ['IconDots', 'IconDownload', 'IconPlus'],
    packages: ['react-number-format'],
  },
  {
    // Lists of many rows.
    name: 'lists',
    ours: [
      'parts/document',
      'parts/documents',
      'parts/filters',
      'parts/views',
      'ui/columns',
      'ui/filters',
      'ui/grid',
      'ui/look',
      'ui/selection',
      'ui/table',
    ],
    packages: ['@tanstack/react-virtual', '@tanstack/virtual-core'],
  },
  {
    // What the banner and the notices need: ui/later.ts.
    name: 'frame',
    ours: ['parts/banner', 'parts/bell', 'parts/kept-bookings', 'parts/keyboard', 'parts/search-hits', 'ui/notices'],
    mantine: ['Kbd', 'Notification'],
    packages: ['@mantine/notifications'],
  },
];

/** Whether a shared file names a module, given the path of that module. */
export const names =
  ({ ours = [], mantine = [], icons = [], packages = [] }: SharedFile) =>
  (path: string): boolean => {
    const inPackage = path.split('/node_modules/').at(-1)!;
    if (inPackage === path) return ours.includes(/\/src\/web\/(.+)\.\w+$/.exec(path)?.[1] ?? '');
    const parts = inPackage.replace(/\.\w+$/, '').split('/');
    const listed = { '@mantine/core': mantine, '@tabler/icons-react': icons }[parts.slice(0, 2).join('/')] ?? [];
    return parts.some(part => listed.includes(part)) || packages.some(each => inPackage.startsWith(`${each}/`));
  };
