import { createHash } from 'node:crypto';

/*
 * What the clients know: each command with a certain outcome, and what must follow from all of them. It is recorded by
 * the clients and never read from the service's own tables, so that the two can be compared.
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

/** A command with its certain response. */
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
  /** What must be reserved, by the same key. */
  reserved: Map<string, number>;
  /** The last confirmed state of each document, by id. */
  documents: { readonly [Table in DocumentTable]: Map<string, string> };
  adjustments: Set<string>;
  figures: {
    done: number;
    refused: number;
    /** Reads that were answered. */
    read: number;
    /** Attempts without a response: the connection was reset, refused or silent. */
    unanswered: number;
    /** Attempts that were answered 503. */
    notNow: number;
    /** Commands that took effect although no response arrived: a client without keys would have repeated them. */
    doneUntold: number;
  };
  /** What was not answered although its connection had been accepted: how, and by whom. */
  lost: string[];
  /** Violations, in words. */
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
  figures: { done: 0, refused: 0, read: 0, unanswered: 0, notNow: 0, doneUntold: 0 },
  lost: [],
  violations: [],
});

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export const placeOf = (tenant: number, sku: string, locationId: string): string => `${tenant} ${sku} ${locationId}`;

export const add = (book: Map<string, number>, place: string, quantity: number): void =>
  void book.set(place, (book.get(place) ?? 0) + quantity);
