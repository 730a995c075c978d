import { Button, Group, Menu, Select } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { client, graphql, type Problem, problemsOf } from '../graphql.ts';
import { languageOfService, t } from '../language.ts';
import { useFields } from '../ui/fields.ts';
import { FormDialog } from '../ui/form.tsx';
import { notifyProblems } from '../ui/notify.tsx';
import { NumberField } from '../ui/number-field.tsx';

/*
 * Printing: a PDF in a new tab, from which the browser can print or save it.
 */

const PAPERS = {
  pickList: {
    label: t('Pick list'),
    query: graphql(
      'query PickList($id: ID!, $language: Language) { paper: orderPickList(id: $id, format: PDF, language: $language) { fileName contentType content } }',
    ),
  },
  packingSlip: {
    label: t('Packing slip'),
    query: graphql(
      'query PackingSlip($id: ID!, $language: Language) { paper: orderPackingSlip(id: $id, format: PDF, language: $language) { fileName contentType content } }',
    ),
  },
  purchaseOrder: {
    label: t('Purchase order'),
    query: graphql(
      'query PurchasePaper($id: ID!, $language: Language) { paper: purchaseOrderDocument(id: $id, format: PDF, language: $language) { fileName contentType content } }',
    ),
  },
  transferNote: {
    label: t('Transfer note'),
    query: graphql(
      'query TransferNote($id: ID!, $language: Language) { paper: stockTransferNote(id: $id, format: PDF, language: $language) { fileName contentType content } }',
    ),
  },
  countSheet: {
    label: t('Count sheet'),
    query: graphql(
      'query CountSheet($id: ID!, $language: Language) { paper: cycleCountSheet(id: $id, format: PDF, language: $language) { fileName contentType content } }',
    ),
  },
  returnSlip: {
    label: t('Return slip'),
    query: graphql(
      'query ReturnSlip($id: ID!, $language: Language) { paper: returnSlip(id: $id, format: PDF, language: $language) { fileName contentType content } }',
    ),
  },
  batchTicket: {
    label: t('Batch ticket'),
    query: graphql(
      'query BatchTicket($id: ID!, $language: Language) { paper: productionBatchTicket(id: $id, format: PDF, language: $language) { fileName contentType content } }',
    ),
  },
  recallNotice: {
    label: t('Recall notice'),
    query: graphql(
      'query RecallNotice($id: ID!, $language: Language) { paper: lotRecallNotice(id: $id, format: PDF, language: $language) { fileName contentType content } }',
    ),
  },
};
type PaperName = keyof typeof PAPERS;

const Labels = graphql(
  'query Labels($kind: LabelKind!, $ids: [ID!]!, $size: String, $copies: Int, $language: Language) { labels(kind: $kind, ids: $ids, size: $size, copies: $copies, format: PDF, language: $language) { fileName contentType content } }',
);

interface Paper {
  fileName: string;
  contentType: string;
  content: string;
}
type PaperResult = { paper: Paper; problems?: never } | { paper?: never; problems: Problem[] };

async function readPaper(name: PaperName, id: string): Promise<PaperResult> {
  const { data, error } = await client
    .query(PAPERS[name].query, { id, language: languageOfService() }, { requestPolicy: 'network-only' })
    .toPromise();
  return data?.paper ? { paper: data.paper } : { problems: error ? problemsOf(error) : [] };
}

/**
 * The tab is opened by the click itself: browsers block one that is opened later. Undefined if the browser cannot show
 * PDFs.
 */
const openTab = () => (navigator.pdfViewerEnabled ? window.open('', '_blank') : null);

/** The time that a tab has to load its content. */
const KEPT_MS = 60_000;

/** Shows the paper in the tab; without a tab, saves it as a file. */
function show({ fileName, contentType, content }: Paper, tab: Window | null): void {
  const bytes = Uint8Array.from(atob(content), character => character.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes], { type: contentType }));
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
  if (tab && !tab.closed) return void (tab.location.href = address);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
}

/** Prints the papers of one record. */
export function Print({ id, papers }: { id: string; papers: readonly [PaperName, ...PaperName[]] }) {
  const [busy, setBusy] = useState(false);
  const print = async (name: PaperName) => {
    const tab = openTab();
    setBusy(true);
    const { paper, problems } = await readPaper(name, id);
    setBusy(false);
    if (paper) return show(paper, tab);
    tab?.close();
    notifyProblems(problems);
  };
  const look = { variant: 'default', loading: busy, leftSection: <IconPrinter size={16} /> };
  if (papers.length === 1)
    return (
      <Button {...look} onClick={() => void print(papers[0])}>
        {PAPERS[papers[0]].label}
      </Button>
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button {...look}>{t('Print')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {papers.map(name => (
          <Menu.Item key={name} onClick={() => void print(name)}>
            {PAPERS[name].label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Common label sizes in millimetres. The last one used is offered first. */
const SIZES = ['62x29', '89x28', '57x32', '50x25', '100x50', '102x152'];
const SIZE_KEY = 'stockwright-label-size';

interface LabelsProps {
  kind: 'VARIANT' | 'LOT' | 'LOCATION';
  ids: readonly string[];
  /** What the labels are for. */
  of: string;
  compact?: boolean;
}

/** Asks for size and number, and prints labels. */
export function PrintLabels({ kind, ids, of, compact = false }: LabelsProps) {
  const fields = useFields({
    size: localStorage.getItem(SIZE_KEY) ?? SIZES[0]!,
    copies: 1 as number | string,
  });
  const { values, pick, amount } = fields;
  const print = async () => {
    const tab = openTab();
    const { data, error } = await client
      .query(
        Labels,
        { kind, ids: [...ids], size: values.size, copies: Number(values.copies || 1), language: languageOfService() },
        { requestPolicy: 'network-only' },
      )
      .toPromise();
    if (!data?.labels) {
      tab?.close();
      return { problems: error ? problemsOf(error) : [] };
    }
    localStorage.setItem(SIZE_KEY, values.size);
    show(data.labels, tab);
    return { data };
  };
  return (
    <FormDialog
      opener={t('Labels')}
      variant="default"
      compact={compact}
      title={t('Labels for {of}', { of })}
      submit={t('Print')}
      send={print}
      fields={fields}
    >
      {errors => (
        <Group grow align="flex-start">
          <Select
            label={t('Size, width x height in mm')}
            data={SIZES.includes(values.size) ? SIZES : [values.size, ...SIZES]}
            {...pick('size', errors)}
          />
          <NumberField label={t('Copies')} {...amount('copies', errors)} allowDecimal={false} min={1} max={100} />
        </Group>
      )}
    </FormDialog>
  );
}
