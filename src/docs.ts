import type { Express } from 'express';
export function mountDocs(_app: Express): void {}
