import { createHash } from 'node:crypto';

/** The content security policy of a paper in HTML: its own style and its images, nothing else. */
export function policyOf(html: string): string {
  const style = /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  return `default-src 'none'; img-src data:; style-src 'sha256-${hash}'; frame-ancestors 'none'`;
}
