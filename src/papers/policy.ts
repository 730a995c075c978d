import { createHash } from 'node:crypto';

/** What a browser may do with a paper in HTML: apply the style that it brings, show the pictures in it, and nothing else. */
export function policyOf(html: string): string {
  const style = /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  return `default-src 'none'; img-src data:; style-src 'sha256-${hash}'; frame-ancestors 'none'`;
}
