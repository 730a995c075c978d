import { wordsOf } from '../languages/dictionary.ts';
import { fold } from './fold.ts';

/**
 * Everyday words, none of which names a product by itself, beside those that mean something to us. A word found neither
 * here, nor in the business's vocabulary, nor in a catalogue is taken for the name of something unknown.
 */
export const commonWords: ReadonlySet<string> = new Set([...wordsOf('everyday'), ...wordsOf('small pack')].map(fold));
