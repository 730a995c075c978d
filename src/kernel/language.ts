import { z } from 'zod';

/** What people are spoken to in: by the web app, and on paper. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The input of a language. */
export const language = () => z.enum(LANGUAGES).meta({ id: 'Language' });
