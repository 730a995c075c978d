import { createHash } from 'node:crypto';

/*
 * What the clients know: each command that was answered for certain, and what must follow from all of them. It is kept by those who asked
 * and never read from the service's own tables, so that the two can be held against each other.
 */

/** Tables of documents whose state the clients follow. */
export const DOCUMENTS = [
  'orders',
  'stock_transfers',
  'purchase_orders',
  'return_authorizations',
  'waste_records',
  'cycle_counts',
] as const;
export type DocumentTable = (typeof DOCUMENTS)[number];

/** A command with the answer that holds. */
export interface Answered {
  tenant: number;
  key: string;
  path: string;
  body: object | undefined;
  status: number;
  hash: string;
}

export interface Journal {
  answered: Answered[];
  /** What must be on hand, by `tenant sku location`. */
  onHand: Map<string, number>;
  /** What must be reserved, by the same. */
  reserved: Map<string, number>;
  /** The state that each document was last said to have, by its id. */
  documents: { readonly [Table in DocumentTable]: Map<string, string> };
  adjustments: Set<string>;
  figures: {
    done: number;
    refused: number;
    /** Tries without an answer: the connection was reset, refused or silent. */
    unanswered: number;
    /** Those of them whose connection had been accepted. */
    lost: number;
    /** Tries that were answered "not now". */
    notNow: number;
    /** Commands that had been done though nobody was told: what a client without keys would have done twice. */
    doneUntold: number;
  };
  /** What must not have happened, in words. */
  violations: string[];
}

export const openJournal = (): Journal => ({
  answered: [],
  onHand: new Map(),
  reserved: new Map(),
  documents: {
    orders: new Map(),
    stock_transfers: new Map(),
    purchase_orders: new Map(),
    return_authorizations: new Map(),
    waste_records: new Map(),
    cycle_counts: new Map(),
  },
  adjustments: new Set(),
  figures: { done: 0, refused: 0, unanswered: 0, lost: 0, notNow: 0, doneUntold: 0 },
  violations: [],
});

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export const placeOf = (tenant: number, sku: string, locationId: string): string => `${tenant} ${sku} ${locationId}`;

export const add = (book: Map<string, number>, place: string, quantity: number): void =>
  void book.set(place, (book.get(place) ?? 0) + quantity);
