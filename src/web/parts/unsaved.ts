import { useCallback, useEffect, useRef, useState } from 'react';
import { graphql, send } from '../graphql.ts';

const Record = graphql(
  `mutation RecordCount($id: ID!, $input: UpdateCycleCountInput, $idempotencyKey: String) { updateCycleCount(id: $id, input: $input, idempotencyKey: $idempotencyKey) { cycleCount { id } } }`,
);
const RETRY_MS = 5000;

/** The item is not counted after all. */
export const takeBack = (countId: string, itemId: string) =>
  send(Record, { id: countId, input: { cycleCountItemsAttributes: [{ id: itemId, countedQuantity: null }] } });

/** What was counted of one thing. */
export interface Counted {
  sku: string;
  itemId?: string;
  amount: number;
}

const read = (name: string): Counted[] => JSON.parse(localStorage.getItem(name) ?? '[]') as Counted[];
const write = (name: string, entries: readonly Counted[]) =>
  entries.length > 0 ? localStorage.setItem(name, JSON.stringify(entries)) : localStorage.removeItem(name);

/** Calls at once, now and then, and when the network comes back; answers how to end that. */
function whenReachable(call: () => void): () => void {
  call();
  const timer = setInterval(call, RETRY_MS);
  addEventListener('online', call);
  return () => {
    clearInterval(timer);
    removeEventListener('online', call);
  };
}

/** A number that the service would not have, and why. */
export interface Rejected extends Counted {
  message: string;
}

/**
 * Numbers that were counted, kept on the device until the service has them: shelves are often where the network is not. Saying the
 * same number again changes nothing, so a number may be sent twice.
 */
export function useUnsaved(countId: string) {
  const name = `unsaved counts of ${countId}`;
  const [unsaved, setUnsaved] = useState(() => read(name));
  const [rejected, setRejected] = useState<readonly Rejected[]>([]);
  const sending = useRef(false);

  const keep = useCallback(
    (change: (entries: Counted[]) => Counted[]) => {
      const entries = change(read(name));
      write(name, entries);
      setUnsaved(entries);
    },
    [name],
  );

  /** Sends what is kept, the oldest first, until the service cannot be reached. */
  const retry = useCallback(async () => {
    if (sending.current) return;
    sending.current = true;
    for (let [entry] = read(name); entry; [entry] = read(name)) {
      const { sku, itemId, amount } = entry;
      const { problems } = await send(Record, {
        id: countId,
        input: { cycleCountItemsAttributes: [{ ...(itemId ? { id: itemId } : { sku }), countedQuantity: amount }] },
      });
      if (problems?.[0]?.code === 'UNREACHABLE') break;
      keep(entries => entries.filter(each => each.sku !== sku || each.amount !== amount));
      if (problems) setRejected(old => [...old, { ...entry!, message: problems[0]!.message }]);
    }
    sending.current = false;
  }, [countId, name, keep]);

  useEffect(() => {
    return whenReachable(() => void (read(name).length > 0 && retry()));
  }, [retry, name]);

  const save = (entry: Counted) => {
    keep(entries => [...entries.filter(({ sku }) => sku !== entry.sku), entry]);
    void retry();
  };
  return { unsaved, rejected, save, retry, forget: () => setRejected([]) };
}
