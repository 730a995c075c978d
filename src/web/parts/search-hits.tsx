import { Combobox, Kbd, Loader, Text, type TextInputProps, useCombobox } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import {
  type KeyboardEvent,
  memo,
  type RefCallback,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useEvery } from '../every.ts';
import { client, graphql, problemsOf } from '../graphql.ts';
import { t } from '../language.ts';
import { pagedQuery } from '../lists.ts';
import { type Destination, usePlaces } from '../places.ts';
import { useMay } from '../session.ts';
import { type Address, toward } from '../ui/address.ts';
import { betweenCodes, codeEndedBy } from '../ui/keystrokes.ts';
import { formForGoods, giveToPlace, usePlaceForCodes } from '../ui/scan-turns.ts';
import { soundRefused } from '../ui/sound.ts';
import { isPointing } from '../ui/typed-code.ts';
import { useLocations } from './locations.ts';
import { addressOfVariant, fullName } from './product-link.tsx';

export interface SearchProps {
  text: string;
  setText(text: string): void;
  field: RefObject<HTMLInputElement | null>;
  /** Enter was pressed before anything could be found. */
  isEntered: RefObject<boolean>;
  /** Adds to the field: its keys, its state, its right end. */
  equip(more: TextInputProps): void;
}

const SearchQuery = graphql(`
  query FindAnything($q: String!, $isNumber: Boolean!, $so: String!, $po: String!, $tr: String!,
      $rma: String!, $pb: String!) {
    exact: scan(code: $q) { ...Exact }
    so: scan(code: $so) @include(if: $isNumber) { ...Exact }
    po: scan(code: $po) @include(if: $isNumber) { ...Exact }
    tr: scan(code: $tr) @include(if: $isNumber) { ...Exact }
    rma: scan(code: $rma) @include(if: $isNumber) { ...Exact }
    pb: scan(code: $pb) @include(if: $isNumber) { ...Exact }
    variants(first: 6, filter: { q: $q }) { nodes { id sku name productId product { name } } }
    lots(first: 4, filter: { lotNumber: $q }) { nodes { id lotNumber sku } }
    orders(first: 3, filter: { reference: $q }) { nodes { id number reference } }
    purchaseOrders(first: 3, filter: { reference: $q }) { nodes { id number reference } }
    stockTransfers(first: 3, filter: { reference: $q }) { nodes { id number reference } }
  }
  fragment Exact on Scan {
    kind
    variant { id productId sku name product { name } }
    lot { id lotNumber sku }
    document { id number }
    location { id name }
  }
`);
const Suppliers = pagedQuery(
  graphql(
    `query SuppliersByName($after: String) {
        suppliers(first: 200, after: $after) { pageInfo { hasNextPage endCursor } nodes { id name } } }`,
  ),
  data => data.suppliers,
);
const People = pagedQuery(
  graphql(
    `query PeopleByName($after: String) {
        members(first: 200, after: $after) { pageInfo { hasNextPage endCursor } nodes { id name email } } }`,
  ),
  data => data.members,
);

type Answer = ResultOf<typeof SearchQuery>;
type ExactMatch = NonNullable<Answer['exact']>;

/** The page of each kind of document. */
const PATHS: { readonly [kind in ExactMatch['kind']]?: readonly [path: string, noun: string] } = {
  ORDER: ['/orders', t('Order')],
  PURCHASE_ORDER: ['/purchase-orders', t('Purchase order')],
  TRANSFER: ['/transfers', t('Transfer')],
  RETURN_AUTHORIZATION: ['/returns', t('Return')],
  PRODUCTION_BATCH: ['/production', t('Production batch')],
};

interface Hit {
  /** Its kind: the heading in the list. */
  group: string;
  label: string;
  detail?: string;
  /** Where it leads, or the button of this page that it presses. */
  target: Address | HTMLButtonElement;
}

/** The response, and its problems. */
interface SearchResponse {
  q: string;
  answer: Answer | undefined;
  problem?: string;
}

const CHARACTERS_MAX = 200;
const documentNumber = (prefix: string, digits: string) => `${prefix}-${digits.padStart(6, '0')}`;

async function ask(q: string): Promise<SearchResponse> {
  const isNumber = /^\d{1,6}$/.test(q);
  const digits = isNumber ? q : '0';
  const { data, error } = await client
    .query(
      SearchQuery,
      {
        q: q.slice(0, CHARACTERS_MAX),
        isNumber,
        so: documentNumber('SO', digits),
        po: documentNumber('PO', digits),
        tr: documentNumber('TR', digits),
        rma: documentNumber('RMA', digits),
        pb: documentNumber('PB', digits),
      },
      { requestPolicy: 'network-only' },
    )
    .toPromise();
  return { q, answer: data, ...(error && { problem: problemsOf(error)[0]!.message }) };
}

const hitOfVariant = (variant: NonNullable<ExactMatch['variant']>): Hit => ({
  group: t('Products'),
  label: fullName(variant.product.name, variant),
  detail: variant.sku,
  target: addressOfVariant(variant),
});
const hitOfLot = ({ id, lotNumber, sku }: { id: string; lotNumber: string; sku: string }): Hit => ({
  group: t('Lots'),
  label: t('Lot {lotNumber}', { lotNumber }),
  detail: sku,
  target: { to: `/lots/${id}` },
});
const hitOfLocation = ({ id, name }: { id: string; name: string }): Hit => ({
  group: t('Places'),
  label: name,
  detail: t('Stock there'),
  target: { to: '/inventory', search: { location: id } },
});

function hitOfExact(exact: ExactMatch | null | undefined): Hit | undefined {
  if (!exact) return undefined;
  if (exact.lot) return hitOfLot(exact.lot);
  if (exact.variant) return hitOfVariant(exact.variant);
  if (exact.location) return hitOfLocation(exact.location);
  const [path, noun] = PATHS[exact.kind] ?? [];
  return exact.document && path
    ? {
        group: t('Documents'),
        label: exact.document.number,
        detail: noun!,
        target: { to: `${path}/${exact.document.id}` },
      }
    : undefined;
}

/** Exact matches; for a bare number, the documents with that number. */
function exactHitsOf(answer: Answer): Hit[] {
  const called = [answer.so, answer.po, answer.tr, answer.rma, answer.pb].flatMap(each => hitOfExact(each) ?? []);
  const exact = hitOfExact(answer.exact);
  return exact ? [exact, ...called] : called;
}

const REFERRED = [
  ['orders', '/orders', t('Order')],
  ['purchaseOrders', '/purchase-orders', t('Purchase order')],
  ['stockTransfers', '/transfers', t('Transfer')],
] as const;

const hitsOf = (answer: Answer): Hit[] => [
  ...answer.variants.nodes.map(hitOfVariant),
  ...answer.lots.nodes.map(hitOfLot),
  ...referredHitsOf(answer),
];

/** Documents with such a reference; or exactly this one. */
const referredHitsOf = (answer: Answer, exactly?: string): Hit[] =>
  REFERRED.flatMap(([documents, path, noun]) =>
    answer[documents].nodes
      .filter(({ reference }) => exactly === undefined || reference === exactly)
      .map(({ id, number, reference }) => ({
        group: t('Documents'),
        label: number,
        detail: [noun, reference].filter(Boolean).join(' · '),
        target: { to: `${path}/${id}` },
      })),
  );

/** What a code is: one thing, or nothing. */
function hitOfCode(answer: Answer, code: string): Hit | undefined {
  const referred = referredHitsOf(answer, code);
  return hitOfExact(answer.exact) ?? (referred.length === 1 ? referred[0] : undefined);
}

/** Every word is the beginning of a word of the name. */
const isNamed = (name: string, text: string): boolean => {
  const wordsOf = (text: string) =>
    text
      .toLowerCase()
      .split(/[\s:·@.,-]+/)
      .filter(Boolean);
  const words = wordsOf(name);
  return wordsOf(text).every(part => words.some(word => word.startsWith(part)));
};

const SHOWN_OF_A_GROUP = 6;
const ORDER_OF_GROUPS = [
  t('On this page'),
  t('Go to'),
  t('Do'),
  t('Products'),
  t('Documents'),
  t('Lots'),
  t('Places'),
  t('Suppliers'),
  t('People'),
  t('Ask'),
];
const keyOf = ({ target, label }: Hit) =>
  target instanceof HTMLButtonElement ? label : `${target.to}?${new URLSearchParams(target.search)}`;

/** What this page offers beside its title, the main action first: what can be done with the record that it shows. */
const actionsHere = (): Hit[] =>
  [...document.querySelectorAll<HTMLButtonElement>('main .page-actions button:enabled')]
    .filter(button => button.checkVisibility())
    .map(button => ({ group: t('On this page'), label: button.ariaLabel ?? button.textContent, target: button }))
    .toReversed();

/** What can be found without asking the service: pages, actions, locations, suppliers and users. */
function useNames(isOpen: boolean): (text: string) => Hit[] {
  const { pages, acts } = usePlaces();
  const isAdmin = useMay('admin');
  const locations = useLocations();
  const suppliers = useEvery(Suppliers, {}, { pause: !isOpen, policy: 'cache-first' }).rows;
  const people = useEvery(People, {}, { pause: !isOpen || !isAdmin, policy: 'cache-first' }).rows;
  const settings = (tab: string): Address => ({ to: '/settings', search: { tab } });
  const all: Hit[] = [
    ...pages.map(({ label, address }: Destination) => ({ group: t('Go to'), label, target: address })),
    ...acts.map(({ label, address }: Destination) => ({ group: t('Do'), label, target: address })),
    ...locations.map(hitOfLocation),
    ...suppliers.map(({ id, name }) => ({ group: t('Suppliers'), label: name, target: { to: `/suppliers/${id}` } })),
    ...people.map(({ name, email }) => ({
      group: t('People'),
      label: name || email,
      detail: email,
      target: settings('users'),
    })),
  ];
  return text => {
    const here = actionsHere().filter(({ label }) => acts.every(act => act.label !== label));
    return text === ''
      ? [...here, ...all.filter(({ group }) => group === t('Go to') || group === t('Do'))]
      : [...here, ...all].filter(({ label, detail, group }) =>
          isNamed(group === t('People') ? `${label} ${detail}` : label, text),
        );
  };
}

/** The hits by group, each URL once; exact matches first. */
function groupHits(exact: Hit[], hits: readonly Hit[]): { groups: [string, Hit[]][]; first: Hit | undefined } {
  const seen = new Set<string>(exact.map(keyOf));
  const others = hits.filter(hit => {
    const key = keyOf(hit);
    if (seen.has(key) && !key.startsWith('/settings?')) return false;
    seen.add(key);
    return true;
  });
  const groups = ORDER_OF_GROUPS.map((group): [string, Hit[]] => [
    group,
    others.filter(hit => hit.group === group).slice(0, SHOWN_OF_A_GROUP),
  ]).filter(([, members]) => members.length > 0);
  return {
    groups: exact.length > 0 ? [[t('Exactly this'), exact], ...groups] : groups,
    first: exact[0] ?? groups[0]?.[1][0],
  };
}

/**
 * What the search field finds. Enter waits for the response: it takes an exact match, otherwise the first hit shown.
 * The field re-renders with what it is equipped with; this part does not, unless something else changed.
 */
export const SearchHits = memo(function SearchHits({ text, setText, field, isEntered, equip }: SearchProps) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [response, setResponse] = useState<SearchResponse>();
  const typed = text.trim();
  const [settledText] = useDebouncedValue(typed, 120);
  const latest = useRef(typed);
  latest.current = typed;
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() });
  const navigate = useNavigate();
  const names = useNames(isOpen);
  const hasRoom = useMediaQuery('(min-width: 62em)', true);
  useEffect(() => {
    if (settledText === '') return;
    let isOver = false;
    void ask(settledText).then(next => !isOver && setResponse(next));
    return () => {
      isOver = true;
    };
  }, [settledText]);

  const found = (q: string, answer: Answer | undefined) => {
    const asking: Hit[] = q.includes(' ')
      ? [{ group: t('Ask'), label: t('Ask: “{q}”', { q }), target: { to: '/ask', search: { q } } }]
      : [];
    return groupHits(answer ? exactHitsOf(answer) : [], [...names(q), ...(answer ? hitsOf(answer) : []), ...asking]);
  };
  const isCurrent = response?.q === typed;
  const { groups } = found(typed, isCurrent ? response.answer : undefined);
  const hits = groups.flatMap(([, members]) => members);

  const leave = () => {
    setText('');
    setBusy(false);
    box.closeDropdown();
    field.current?.blur();
  };
  const go = ({ target }: Hit, isChosen: boolean) => {
    leave();
    if (!(target instanceof HTMLButtonElement)) return void navigate(toward(target));
    // Where a dialog gives the focus back to. The Enter of a scanner presses nothing: it takes a second one.
    target.focus();
    if (isChosen) target.click();
  };
  const enter = async (isScanned = false) => {
    const q = latest.current;
    if (q === '') return;
    setBusy(true);
    const next = response?.q === q && response.answer ? response : await ask(q);
    await betweenCodes();
    setBusy(false);
    // The user has typed on meanwhile: that is what they want now.
    if (latest.current !== q) return;
    setResponse(next);
    // A code is never goods that are called similarly. Words that come as fast are dictated, not scanned.
    const hit = isScanned
      ? ((next.answer && hitOfCode(next.answer, q)) ?? groupHits([], names(q)).first)
      : found(q, next.answer).first;
    if (hit) return go(hit, false);
    if (isScanned) soundRefused();
    field.current?.select();
  };
  /** Scanned while nothing that takes text had the focus: goods go into the form of the page that takes them. */
  const takeStray = async (code: string) => {
    const next = await ask(code);
    await betweenCodes();
    setBusy(false);
    if (giveToPlace(code, ['dialog', 'page'])) return;
    const { exact } = next.answer ?? {};
    const takeGoods = formForGoods();
    // Without a connection the form keeps what may be one of them.
    if (takeGoods && (exact?.variant || exact?.lot || next.problem)) return takeGoods(code);
    const hit = next.answer && hitOfCode(next.answer, code);
    if (hit) return go(hit, false);
    soundRefused();
    flushSync(() => {
      setText(code);
      setResponse(next);
    });
    field.current?.focus();
    field.current?.select();
  };
  const strays = useRef(Promise.resolve());
  usePlaceForCodes('search', code => {
    setBusy(true);
    strays.current = strays.current.then(() => takeStray(code)).catch(reportError);
  });
  const open = () => {
    setOpen(true);
    box.openDropdown();
  };
  // What was done in the field before this part was loaded.
  const begin = useRef(() => {
    if (document.activeElement !== field.current) return;
    open();
    if (isEntered.current) void enter();
  });
  useEffect(() => {
    begin.current();
  }, []);
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape' && !box.dropdownOpened) event.currentTarget.blur();
    if (event.key !== 'Enter' || isPointing(event.currentTarget)) return;
    event.preventDefault();
    const isScanned = codeEndedBy(event.nativeEvent) !== undefined;
    void enter(isScanned);
    // What a scanner types next is a code of its own.
    if (isScanned) event.currentTarget.select();
  };
  return (
    <Combobox
      store={box}
      onOptionSubmit={value => {
        const hit = hits.find(each => keyOf(each) + each.label === value);
        if (hit) go(hit, true);
      }}
      width="min(520px, calc(100vw - 16px))"
      position="bottom-start"
      // Inside the banner, so that it belongs to a landmark.
      withinPortal={false}
    >
      <Combobox.Target>
        <Target
          {...{ field, equip }}
          rightSection={isBusy ? <Loader size={14} aria-label={t('Looking up')} /> : hasRoom && <Keys />}
          rightSectionWidth={isBusy ? 34 : hasRoom ? 62 : 0}
          rightSectionPointerEvents="none"
          onChange={event => {
            setText(event.currentTarget.value);
            box.openDropdown();
            box.resetSelectedOption();
          }}
          onKeyDown={press}
          onFocus={open}
          onBlur={() => box.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Options
          groups={box.dropdownOpened ? groups : []}
          problem={(box.dropdownOpened && isCurrent && response.problem) || undefined}
          empty={box.dropdownOpened && (isCurrent ? t('Nothing matches “{typed}”.', { typed }) : t('Looking up …'))}
        />
      </Combobox.Dropdown>
    </Combobox>
  );
});

interface OptionsProps {
  groups: readonly [string, readonly Hit[]][];
  problem: string | undefined;
  /** What to say where there is none. */
  empty: string | false;
}

/** The hits by group, to choose from. */
function Options({ groups, problem, empty }: OptionsProps) {
  return (
    <Combobox.Options aria-label={t('Found')} mah="min(70vh, 480px)" style={{ overflowY: 'auto' }}>
      {groups.map(([group, members]) => (
        <Combobox.Group key={group} label={group}>
          {members.map(hit => (
            <Combobox.Option key={keyOf(hit) + hit.label} value={keyOf(hit) + hit.label}>
              <Text size="sm" fw={550} truncate>
                {hit.label}
              </Text>
              {hit.detail && (
                <Text size="xs" c="dimmed" truncate>
                  {hit.detail}
                </Text>
              )}
            </Combobox.Option>
          ))}
        </Combobox.Group>
      ))}
      {problem && <Combobox.Empty role="alert">{problem}</Combobox.Empty>}
      {empty && groups.length === 0 && !problem && <Combobox.Empty>{empty}</Combobox.Empty>}
    </Combobox.Options>
  );
}

interface TargetProps extends TextInputProps, Pick<SearchProps, 'field' | 'equip'> {
  ref?: RefCallback<HTMLInputElement>;
}

/** The field of the list, which stands elsewhere: tells the list where, and the field what the list adds to it. */
function Target({ field, equip, ref, ...more }: TargetProps) {
  useLayoutEffect(() => {
    return ref?.(field.current);
  }, [ref, field]);
  useLayoutEffect(() => {
    equip(more);
  });
  return null;
}

const isMac = /mac|iphone|ipad/i.test(navigator.platform);
const Keys = () => (
  <Text span aria-hidden>
    <Kbd size="xs">{isMac ? '⌘ K' : `${t('Ctrl')} K`}</Kbd>
  </Text>
);
