import { book, discard, useOutbox } from '../outbox.ts';

/*
 * Counted quantities: kept on the device until the service has them, like all bookings. Entering the same quantity
 * again changes nothing; a different one replaces it.
 */

/** The count of one variant; null: not counted after all. */
export interface VariantCount {
  sku: string;
  itemId?: string;
  amount: number | null;
}

const bookCount = (path: string, title: string, { sku, itemId, amount }: VariantCount, isBackground: boolean) =>
  book(
    'recordCount',
    {
      id: path.split('/').at(-1)!,
      input: { cycleCountItemsAttributes: [{ ...(itemId ? { id: itemId } : { sku }), countedQuantity: amount }] },
    },
    { title, path, lines: amount === null ? [] : [{ sku, quantity: amount }] },
    { isBackground },
  );

/** Moves entries that an earlier version of the app stored separately into the outbox. */
function takeOver(countId: string, save: (entry: VariantCount) => void): void {
  const name = `unsaved counts of ${countId}`;
  const before = JSON.parse(localStorage.getItem(name) ?? '[]') as VariantCount[];
  before.forEach(save);
  localStorage.removeItem(name);
}

/** Records or withdraws a quantity. */
export function useCountBooking(countId: string, title: string) {
  const path = `/counts/${countId}`;
  const kept = useOutbox().filter(each => each.kind === 'recordCount' && each.path === path);
  const save = (entry: VariantCount) => {
    for (const { key, lines } of kept) if (lines[0]?.sku === entry.sku) void discard(key);
    void bookCount(path, title, entry, true);
  };
  return {
    save,
    takeBack: (entry: Omit<VariantCount, 'amount'>) => bookCount(path, title, { ...entry, amount: null }, false),
    takeOver: () => takeOver(countId, save),
  };
}
