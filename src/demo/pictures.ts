import { crc32, deflateSync } from 'node:zlib';

/*
 * Pictures of the demo's products: a few simple things, drawn from shapes, each in the color of its product. A thing is
 * drawn once, with a palette; a product has the same picture with other colors in the palette.
 */

/** A shape: how far a point is outside of it, less than 0 inside. Things are 96 wide and high. */
type Shape = (x: number, y: number) => number;
/** Colors of a picture. */
const COLORS = ['tile', 'body', 'shade', 'light', 'ink'] as const;
type Color = (typeof COLORS)[number];
type Thing = readonly (readonly [Color, Shape])[];

const SIZE = 96;
/** Pixels per unit: the product's page shows it 96 wide, on a sharp screen with twice as many pixels. */
const SCALE = 2;

const box = (left: number, top: number, right: number, bottom: number, radius = 0): Shape => {
  const [cx, cy, w, h] = [(left + right) / 2, (top + bottom) / 2, (right - left) / 2, (bottom - top) / 2];
  return (x, y) => {
    const [dx, dy] = [Math.abs(x - cx) - w + radius, Math.abs(y - cy) - h + radius];
    return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
  };
};
const oval = (cx: number, cy: number, rx: number, ry = rx): Shape => {
  const small = Math.min(rx, ry);
  return (x, y) => (Math.hypot((x - cx) / rx, (y - cy) / ry) - 1) * small;
};
const line = (x1: number, y1: number, x2: number, y2: number, width: number): Shape => {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  return (x, y) => {
    const at = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / length));
    return Math.hypot(x - x1 - at * dx, y - y1 - at * dy) - width / 2;
  };
};
/** What is within all of them. */
const within =
  (...shapes: readonly Shape[]): Shape =>
  (x, y) =>
    Math.max(...shapes.map(shape => shape(x, y)));
const ring =
  (shape: Shape, width: number): Shape =>
  (x, y) =>
    Math.abs(shape(x, y)) - width / 2;
const above =
  (limit: number): Shape =>
  (_, y) =>
    y - limit;
const below =
  (limit: number): Shape =>
  (_, y) =>
    limit - y;
/** A cup's side: as wide as `top` at the top and as `bottom` at the bottom. */
const taper = (cx: number, y1: number, top: number, y2: number, bottom: number): Shape => {
  const slope = (top - bottom) / 2 / (y2 - y1);
  const lean = Math.hypot(1, slope);
  return (x, y) => Math.max(y1 - y, y - y2, (Math.abs(x - cx) - top / 2 + (y - y1) * slope) / lean);
};

const THINGS = {
  bag: [
    ['body', box(26, 18, 70, 82, 5)],
    ['shade', box(26, 18, 70, 29, 3)],
    ['light', box(34, 40, 62, 68, 3)],
    ['body', oval(48, 54, 6, 9)],
    ['light', line(50, 46, 46, 62, 1.6)],
  ],
  sack: [
    ['body', oval(48, 58, 29, 26)],
    ['body', taper(48, 18, 26, 40, 18)],
    ['shade', box(37, 33, 59, 38, 2.5)],
    ['shade', oval(48, 60, 9, 13)],
    ['body', line(51, 48, 45, 72, 2)],
  ],
  filter: [
    ['shade', within(taper(48, 24, 64, 78, 12), below(24))],
    ['light', within(taper(46, 24, 60, 74, 10), below(24))],
    ['body', line(70, 30, 52, 72, 3)],
  ],
  dripper: [
    ['body', taper(48, 24, 56, 58, 22)],
    ['shade', box(18, 22, 78, 28, 3)],
    ['body', box(24, 58, 72, 65, 3)],
    ['shade', taper(48, 65, 22, 74, 16)],
    ['body', ring(oval(76, 42, 8, 10), 4)],
  ],
  jug: [
    ['body', ring(oval(72, 54, 12, 16), 4)],
    ['body', oval(46, 58, 27, 25)],
    ['body', taper(46, 20, 34, 40, 26)],
    ['shade', within(oval(46, 58, 23, 21), below(56))],
    ['light', line(30, 44, 27, 56, 3)],
    ['shade', box(28, 18, 64, 23, 2)],
  ],
  kettle: [
    ['ink', ring(box(62, 34, 84, 68, 8), 5)],
    ['body', line(30, 66, 18, 52, 5)],
    ['body', line(18, 52, 16, 34, 5)],
    ['body', line(16, 34, 9, 30, 5)],
    ['body', taper(48, 38, 36, 78, 50)],
    ['shade', box(28, 35, 68, 41, 3)],
    ['ink', oval(48, 31, 5)],
    ['shade', box(22, 74, 74, 80, 3)],
  ],
  press: [
    ['ink', line(48, 12, 48, 40, 3)],
    ['ink', oval(48, 13, 5)],
    ['body', ring(box(60, 38, 80, 68, 6), 5)],
    ['light', box(30, 30, 66, 80, 4)],
    ['shade', within(box(30, 30, 66, 80, 4), below(50))],
    ['body', box(28, 26, 68, 33, 3)],
    ['body', box(28, 76, 68, 82, 3)],
    ['body', box(30, 46, 66, 50)],
  ],
  grinder: [
    ['ink', line(48, 16, 74, 16, 4)],
    ['ink', line(48, 14, 48, 26, 4)],
    ['ink', oval(75, 14, 5)],
    ['body', box(34, 26, 62, 84, 6)],
    ['shade', box(34, 48, 62, 54)],
    ['light', line(40, 32, 40, 44, 2.5)],
  ],
  scale: [
    ['shade', box(14, 52, 82, 70, 5)],
    ['body', box(18, 44, 78, 54, 4)],
    ['ink', box(34, 57, 62, 66, 2)],
    ['light', box(40, 60, 56, 63)],
  ],
  thermometer: [
    ['shade', line(50, 38, 34, 84, 4)],
    ['body', oval(54, 28, 18)],
    ['light', oval(54, 28, 13)],
    ['ink', line(54, 28, 61, 21, 2.5)],
  ],
  bottle: [
    ['body', box(32, 36, 64, 86, 8)],
    ['body', taper(48, 18, 18, 44, 28)],
    ['ink', box(37, 10, 59, 20, 3)],
    ['light', box(32, 52, 64, 70)],
    ['shade', oval(48, 61, 5, 7)],
  ],
  cup: [
    ['body', ring(oval(70, 47, 9, 10), 4.5)],
    ['body', within(oval(46, 34, 26, 36), below(34))],
    ['shade', box(18, 31, 74, 36, 2.5)],
    ['shade', oval(46, 76, 34, 5)],
  ],
  mug: [
    ['body', ring(box(56, 36, 80, 66, 10), 5)],
    ['body', box(22, 24, 64, 80, 6)],
    ['shade', within(box(22, 24, 64, 80, 6), above(32))],
    ['light', within(oval(43, 56, 9), above(60))],
  ],
  bowl: [
    ['body', within(oval(48, 36, 34, 36), below(36))],
    ['shade', box(13, 33, 83, 39, 3)],
    ['shade', box(36, 70, 60, 76, 2)],
  ],
  beaker: [
    ['light', taper(48, 24, 46, 84, 32)],
    ['body', within(taper(48, 24, 46, 84, 32), below(42), above(64))],
    ['shade', box(22, 18, 74, 26, 3)],
    ['shade', box(27, 12, 69, 19, 3)],
  ],
  lid: [
    ['body', taper(48, 38, 52, 56, 62)],
    ['shade', box(14, 55, 82, 63, 4)],
    ['ink', box(58, 43, 66, 46, 1.5)],
  ],
  carton: [
    ['body', box(18, 32, 78, 80, 2)],
    ['shade', taper(48, 20, 48, 32, 60)],
    ['light', box(43, 20, 53, 50)],
    ['ink', box(24, 68, 38, 73, 1)],
  ],
  tin: [
    ['body', box(27, 26, 69, 82, 4)],
    ['shade', oval(48, 26, 21, 6)],
    ['shade', box(27, 22, 69, 32, 3)],
    ['light', box(27, 44, 69, 68)],
    ['body', oval(44, 56, 5, 8)],
    ['shade', oval(52, 57, 4, 6)],
  ],
} as const satisfies { readonly [name: string]: Thing };

/** What a product looks like, by the SKU of its first variant: a thing and its color. */
const LOOKS: { readonly [sku: string]: readonly [keyof typeof THINGS, string] } = {
  'HUM-250': ['bag', '#0f766e'],
  'NIG-250': ['bag', '#27374d'],
  'YIR-250': ['bag', '#d98e2b'],
  'HUI-250': ['bag', '#b4452f'],
  'ANT-250': ['bag', '#5b7f3a'],
  'KEN-250': ['bag', '#8f2d56'],
  'DEC-250': ['bag', '#6f86a3'],
  'HOU-250': ['bag', '#6b4a36'],
  'GRN-BRA': ['sack', '#c9a36a'],
  'GRN-ETH': ['sack', '#b98f5a'],
  'GRN-COL': ['sack', '#d0ad7b'],
  'GRN-GUA': ['sack', '#bd9d6d'],
  'GRN-KEN': ['sack', '#c4935d'],
  'GRN-DEC': ['sack', '#a9a07c'],
  'FLT-01': ['filter', '#c7b393'],
  'FLT-02': ['filter', '#b99f77'],
  'FLT-AER': ['filter', '#a8a29a'],
  'FLT-CHX': ['filter', '#cdb98f'],
  'DRP-01': ['dripper', '#c96f4a'],
  'DRP-02': ['dripper', '#3f6f8c'],
  'SRV-600': ['jug', '#9fc3cf'],
  'KTL-1L': ['kettle', '#8f989e'],
  'KTL-EL': ['kettle', '#3c4750'],
  'PRS-350': ['press', '#4f5b63'],
  'PRS-1000': ['press', '#2f3a42'],
  'AER-STD': ['press', '#6a7b86'],
  'GRD-HND': ['grinder', '#7a8790'],
  'GRD-EL': ['grinder', '#3a444b'],
  'SCL-01': ['scale', '#4a555d'],
  'THM-01': ['thermometer', '#98a3aa'],
  'CLB-01': ['bottle', '#5d8a7d'],
  'SYP-03': ['jug', '#b08a5b'],
  'CUP-ESP': ['cup', '#7b9aa6'],
  'CUP-CAP': ['cup', '#c58b6c'],
  'CUP-LAT': ['bowl', '#8aa07a'],
  'MUG-KES': ['mug', '#0f766e'],
  'MUG-CMP': ['mug', '#c2452d'],
  'TUM-350': ['beaker', '#34597a'],
  'CUP-TST': ['bowl', '#a7adb1'],
  'BAG-250': ['bag', '#b89a72'],
  'BAG-1000': ['bag', '#a5875f'],
  'BOX-S': ['carton', '#c79f6b'],
  'BOX-M': ['carton', '#b98f5b'],
  'CUP-TOGO': ['beaker', '#b07a4b'],
  'LID-TOGO': ['lid', '#7d868c'],
  'TEA-ASS': ['tin', '#a63d2f'],
  'TEA-SEN': ['tin', '#5c8a4a'],
  'TEA-ROO': ['tin', '#c0622d'],
  'TEA-CHA': ['tin', '#b5832a'],
  'CHO-70': ['tin', '#5a3a2b'],
};

/** The picture of the product whose first variant has this SKU, as a PNG. */
export function pictureOf(sku: string): Buffer {
  const look = LOOKS[sku];
  if (!look) throw new Error(`No picture is drawn for ${sku}.`);
  const [thing, color] = look;
  return png(palette(color), pixelsOf(thing));
}

// ---- drawing ----

/** How much of the second color a pixel at an edge has: so many steps between none and all of it. */
const STEPS = 8;
/** The index of a mixture in the palette: all mixtures of all pairs, simply. */
const indexOf = (under: number, over: number, step: number) =>
  step === 0 ? under : step === STEPS ? over : COLORS.length + (under * COLORS.length + over) * (STEPS - 1) + step - 1;

const drawn = new Map<keyof typeof THINGS, Buffer>();

/** The compressed pixels of a thing: the same for all products that look like it. */
function pixelsOf(name: keyof typeof THINGS): Buffer {
  const known = drawn.get(name);
  if (known) return known;
  const made = deflateSync(raster(THINGS[name]), { level: 6 });
  drawn.set(name, made);
  return made;
}

/** Each row begins with its filter: none. */
function raster(thing: Thing): Buffer {
  const width = SIZE * SCALE;
  const rows = Buffer.alloc((width + 1) * width);
  const main = new Uint8Array(width * width);
  for (const [name, shape] of thing) {
    const color = COLORS.indexOf(name);
    for (let y = 0; y < width; y += 1)
      for (let x = 0, run = 1; x < width; x += run) {
        const inside = 0.5 - shape((x + 0.5) / SCALE, (y + 0.5) / SCALE) * SCALE;
        // As far as the edge is away, nothing changes.
        run = Math.max(1, Math.floor(Math.abs(inside - 0.5) - 0.5));
        if (inside <= 0) continue;
        const step = inside >= 1 ? STEPS : Math.round(inside * STEPS);
        for (let at = y * width + x; at < Math.min((y + 1) * width, y * width + x + run); at += 1) {
          rows[at + y + 1] = indexOf(main[at]!, color, step);
          // Under an edge of the next shape is the color that this pixel mostly has.
          if (step * 2 >= STEPS) main[at] = color;
        }
      }
  }
  return rows;
}

type Rgb = readonly number[];
const mixed = (one: Rgb, other: Rgb, share: number): Rgb =>
  one.map((part, at) => Math.round(part + (other[at]! - part) * share));

function palette(body: string): Buffer {
  const own = [1, 3, 5].map(at => Number.parseInt(body.slice(at, at + 2), 16));
  const colors: Rgb[] = [
    mixed([246, 243, 238], own, 0.08),
    own,
    mixed(own, [20, 24, 28], 0.28),
    [252, 250, 246],
    [45, 52, 58],
  ];
  const entries: Rgb[] = [...colors];
  for (const under of colors)
    for (const over of colors)
      for (let step = 1; step < STEPS; step += 1) entries.push(mixed(under, over, step / STEPS));
  return Buffer.from(entries.flat());
}

/** PNG (W3C), 5.3: length, type, content and check sum. */
function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG with a palette, 8 bits a pixel. */
function png(colors: Buffer, pixels: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE * SCALE, 0);
  header.writeUInt32BE(SIZE * SCALE, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', colors),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
