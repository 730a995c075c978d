/*
 * Detects the format of a picture from its first bytes alone.
 */

export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
type PictureType = (typeof PICTURE_TYPES)[number];

export interface Picture {
  contentType: PictureType;
  /** In pixels. */
  width: number;
  height: number;
}

/** The picture that begins with these bytes; undefined if they are not one, or end before its size. */
export function pictureIn(bytes: Buffer): Picture | undefined {
  for (const [contentType, sizeOf] of FORMATS) {
    const size = sizeOf(bytes);
    if (size && size.width > 0 && size.height > 0) return { contentType, ...size };
  }
  return undefined;
}

type Size = Pick<Picture, 'width' | 'height'>;

const FORMATS: readonly (readonly [PictureType, (bytes: Buffer) => Size | undefined])[] = [
  ['image/png', sizeOfPng],
  ['image/jpeg', sizeOfJpeg],
  ['image/webp', sizeOfWebp],
];

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/** PNG (W3C), 5.2 and 11.2.2: the signature, then the chunk IHDR. */
function sizeOfPng(bytes: Buffer): Size | undefined {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(PNG) || bytes.toString('latin1', 12, 16) !== 'IHDR')
    return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/**
 * ITU-T T.81, B.1: segments until the frame header, which has the size. C4, C8 and CC in its range are other segments.
 */
function sizeOfJpeg(bytes: Buffer): Size | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1]!;
    // Fill bytes, and markers that stand alone.
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) at += 2;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return undefined;
}

/** RFC 9649, 2.4 to 2.7: a lossy, a lossless or an extended file. */
function sizeOfWebp(bytes: Buffer): Size | undefined {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return undefined;
  const chunk = bytes.toString('latin1', 12, 16);
  if (chunk === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (chunk === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (chunk !== 'VP8L') return undefined;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
