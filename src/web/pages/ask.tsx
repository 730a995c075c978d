import {
  Alert,
  Anchor,
  Button,
  Card,
  Code,
  CopyButton,
  Group,
  Loader,
  Stack,
  Table,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import {
  IconDownload,
  IconHandStop,
  IconMessageQuestion,
  IconSearchOff,
  IconSend,
  IconZoomQuestion,
} from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { type ComponentType, type FormEvent, Fragment, useEffect, useState } from 'react';
import { date, money, quantity, words } from '../format.ts';
import { graphql, useData } from '../graphql.ts';
import { languageOfService, t } from '../language.ts';
import { useOrganization, useSession } from '../session.ts';
import { translated } from '../translation.ts';
import { type Cell, saveCsv } from '../ui/csv.ts';
import { Export } from '../ui/export.tsx';
import { Page, Problems } from '../ui/page.tsx';
import { Rich } from '../ui/rich.tsx';
import { ScrollRegion } from '../ui/scroll-region.tsx';

const Ask = graphql(`
  query Ask($question: String!, $language: Language) {
    askQuestion(question: $question, language: $language) { question status answer intent confidence query {
          tool arguments rest body } columns data total assumptions further { question answer query { tool arguments
            rest body } columns data total assumptions } choices { label sku } suggestions leftOut source }
  }
`);
type Answer = NonNullable<ResultOf<typeof Ask>['askQuestion']>;
/** A question of the text with its rows: the first, or a further one. */
type Part = Answer | Answer['further'][number];
const partsOf = (answer: Answer): readonly Part[] => [answer, ...answer.further];

const QUESTION_CHARACTERS_MAX = 1000;
const REMEMBERED_MAX = 20;
const EXAMPLES = [
  { question: t('What needs my attention?') },
  { question: t('What is running low?') },
  { question: t('What will run out soon?') },
  { question: t('What should I reorder?') },
  { question: t('What sold best last month?') },
  { question: t('Which purchase orders are late?') },
  { question: t('How much is our stock worth?') },
  { question: t('Which lots expire in the next 60 days?'), module: 'traceability' },
];

/** Questions asked since the app was opened, by user and organization, newest first. */
const visits = new Map<string, Answer[]>();

/**
 * A question in plain language, its answer, and how it was found. The question is part of the URL, so it can be
 * bookmarked and shared.
 */
export function AskPage() {
  const { q = '' } = useSearch({ strict: false }) as { q?: string };
  const { data, problems, loading, refresh } = useData(
    Ask,
    { question: q, language: languageOfService() },
    { pause: q === '' },
  );
  const navigate = useNavigate();
  const ask = (question: string) =>
    question === q
      ? refresh()
      : void navigate({ to: '/ask' as never, search: (question ? { q: question } : {}) as never });
  const answer = data?.askQuestion?.question === q ? data.askQuestion : undefined;
  const earlierAnswers = useVisit(answer);
  return (
    <Page title={t('Ask')} hint={t('Questions about your stock, in your own words. Asking never changes anything.')}>
      <QuestionBox key={q} question={q} busy={loading} ask={ask} />
      <div aria-live="polite">
        <Problems problems={problems} retry={refresh} />
        {loading && (
          <Group gap="sm">
            <Loader size="xs" aria-label={t('Loading')} />
            <Text size="sm" c="dimmed">
              {t('Looking up')}
            </Text>
          </Group>
        )}
        {answer && q !== '' && <AnswerCard answer={answer} ask={ask} />}
      </div>
      {q === '' && <Examples ask={ask} />}
      <EarlierAnswers answers={earlierAnswers.filter(each => each.question !== q)} ask={ask} />
    </Page>
  );
}

function useVisit(answer: Answer | undefined): readonly Answer[] {
  const session = useSession();
  const { slug } = useOrganization();
  const name = `${session.status === 'signed-in' ? session.session.email : ''} ${slug}`;
  useEffect(() => {
    if (!answer) return;
    const others = (visits.get(name) ?? []).filter(each => each.question !== answer.question);
    visits.set(name, [answer, ...others].slice(0, REMEMBERED_MAX));
  }, [answer, name]);
  return visits.get(name) ?? [];
}

function QuestionBox({ question, busy, ask }: { question: string; busy: boolean; ask(question: string): void }) {
  const [text, setText] = useState(question);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) ask(text.trim());
  };
  return (
    <search>
      <form onSubmit={submit}>
        <Group wrap="nowrap" gap="xs">
          <TextInput
            size="lg"
            flex={1}
            miw={0}
            aria-label={t('Your question')}
            placeholder={t('How much … do we have?')}
            maxLength={QUESTION_CHARACTERS_MAX}
            autoFocus
            autoComplete="off"
            enterKeyHint="send"
            value={text}
            onChange={event => setText(event.currentTarget.value)}
          />
          <Button type="submit" size="lg" loading={busy} aria-label={t('Ask')} px="md">
            <IconSend size={20} aria-hidden />
          </Button>
        </Group>
      </form>
    </search>
  );
}

/** Example questions as buttons. */
function Questions({
  questions,
  ask,
  label,
}: {
  questions: readonly string[];
  ask(question: string): void;
  label: string;
}) {
  if (questions.length === 0) return null;
  return (
    <Group gap="xs" role="group" aria-label={label}>
      {questions.map(question => (
        <Button key={question} variant="default" size="xs" className="wrapping" onClick={() => ask(question)}>
          {question}
        </Button>
      ))}
    </Group>
  );
}

function Examples({ ask }: { ask(question: string): void }) {
  const { modules } = useOrganization();
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t('For example')}
      </Text>
      <Questions
        label={t('Examples')}
        questions={EXAMPLES.filter(({ module }) => !module || modules.includes(module)).map(({ question }) => question)}
        ask={ask}
      />
    </Stack>
  );
}

const OTHERWISE: {
  readonly [status in Exclude<Answer['status'], 'ANSWERED'>]: { title: string; color: string; icon: ComponentType };
} = {
  NEEDS_CLARIFICATION: { title: t('Which one?'), color: 'pine', icon: IconMessageQuestion },
  NOT_FOUND: { title: t('Nothing found by that name'), color: 'gray', icon: IconSearchOff },
  UNKNOWN: { title: t('Not understood'), color: 'gray', icon: IconZoomQuestion },
  REFUSED: { title: t('Refused'), color: 'red', icon: IconHandStop },
};

/** A standalone figure, with its currency if one follows; not part of a SKU, a document number or a longer figure. */
const FIGURE = /(?<![\w.-])(-?\d+(?:\.\d+)?)( [A-Z]{3}\b)?(?![\w-]|\.\d)/g;

/** The sentence with its figures formatted as elsewhere in the app, money as money. */
function sentenceOf(answer: Answer, currency: string): string {
  const figures = new Set(
    partsOf(answer).flatMap(({ columns, data }) => data.flatMap(row => columns.map(column => String(row[column])))),
  );
  return answer.answer.replace(FIGURE, (text, figure: string, unit: string | undefined) => {
    if (!figures.has(figure)) return text;
    return unit?.trim() === currency ? money(Number(figure), currency) : `${quantity(Number(figure))}${unit ?? ''}`;
  });
}

function AnswerCard({ answer, ask }: { answer: Answer; ask(question: string): void }) {
  const { status } = answer;
  const { currency } = useOrganization();
  if (status === 'ANSWERED') {
    return (
      <Card component="section" aria-label={t('Answer')}>
        <Stack>
          <Text size="lg" fw={550} lh={1.45}>
            {sentenceOf(answer, currency)}
          </Text>
          {partsOf(answer).map(part => (
            <Fragment key={part.question}>
              {part !== answer && <Text fw={550}>{part.question}</Text>}
              <Rows answer={part} />
              <ExportAnswer answer={part} />
            </Fragment>
          ))}
          <AnswerDetails answer={answer} />
          <Questions label={t('Ask next')} questions={answer.suggestions} ask={ask} />
        </Stack>
      </Card>
    );
  }
  const { title, color, icon: Icon } = OTHERWISE[status];
  return (
    <Alert
      component="section"
      aria-label={t('Answer')}
      color={color}
      variant="outline"
      icon={<Icon />}
      title={title}
      data-status={status}
    >
      <Stack gap="sm">
        <Text>{answer.answer}</Text>
        {answer.choices.length > 0 ? (
          <Group gap="xs">
            {answer.choices.map(choice => (
              <Button
                key={choice.label}
                variant="default"
                size="sm"
                className="wrapping"
                onClick={() => ask(chosenIn(answer, choice))}
              >
                {choice.label}
              </Button>
            ))}
          </Group>
        ) : (
          <Questions label={t('Ask instead')} questions={answer.suggestions} ask={ask} />
        )}
      </Stack>
    </Alert>
  );
}

/** The question, with the chosen meaning in place of the ambiguous words. */
function chosenIn({ question, answer }: Answer, { label, sku }: Answer['choices'][number]): string {
  const vague = /^['‘“"](.+?)['’”"]/.exec(answer)?.[1] ?? '';
  const at = vague ? question.toLowerCase().indexOf(vague.toLowerCase()) : -1;
  const meant = sku ?? label;
  return at < 0
    ? `${question.replace(/[?.!\s]+$/, '')} ${meant}`
    : question.slice(0, at) + meant + question.slice(at + vague.length);
}

// ---- the rows behind the answer ----

const MONEY = /(price|cost|value|revenue|margin|cogs)(_before|_change)?$/;
const RATE = /_rate(_before|_change)?$/;
const DAY = /^\d{4}-\d{2}-\d{2}/;

function cellText(column: string, value: unknown, currency: string): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (typeof value === 'number')
    return MONEY.test(column)
      ? money(value, currency)
      : RATE.test(column)
        ? `${quantity(value * 100)} %`
        : quantity(value);
  if (Array.isArray(value)) return value.map(lineOf).join(', ');
  if (typeof value === 'object') return lineOf(value);
  const text = String(value);
  if (DAY.test(text)) return date(text);
  if (column === 'weekday') return text;
  return /^(status|entry_type|severity|type|kind|location_type)$/.test(column) ? words(text) : text;
}

/** A line of a document or a nested record: `5 × FLT-02`, `SO-000042`. */
function lineOf(value: unknown): string {
  const { sku, quantity: count, number, lot_number: lot } = value as { [name: string]: unknown };
  if (typeof count === 'number' && typeof sku === 'string') return `${quantity(count)} × ${sku}`;
  return String(number ?? lot ?? (typeof count === 'number' ? quantity(count) : JSON.stringify(value)));
}

const titleOf = (column: string) =>
  column === 'sku' ? 'SKU' : words(column.replace(/^quantity_(?=.)/, '').replace(/_name$/, ''));

/** The rows that the answer is based on, without columns that say nothing here. */
function Rows({ answer: { columns, data, total } }: { answer: Part }) {
  const { currency } = useOrganization();
  const filledColumns = columns.filter(column => data.some(row => row[column] !== null && row[column] !== undefined));
  if (data.length === 0 || filledColumns.length === 0) return null;
  const isNumber = (column: string) => data.some(row => typeof row[column] === 'number');
  // The rows of an answer have no id, and their number does not change.
  const numberedRows = data.map((row, index) => ({ row, key: `row ${index}` }));
  const rows = data.length;
  return (
    <div>
      <ScrollRegion label={t('Rows of the answer')} minWidth={Math.min(760, 110 * filledColumns.length)} mah={420}>
        <Table stickyHeader horizontalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              {filledColumns.map(column => (
                <Table.Th key={column} className={isNumber(column) ? 'num' : undefined}>
                  {titleOf(column)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {numberedRows.map(({ row, key }) => (
              <Table.Tr key={key}>
                {filledColumns.map(column => (
                  <Table.Td key={column} className={isNumber(column) ? 'num' : undefined}>
                    {column === 'sku' && typeof row['sku'] === 'string' ? (
                      <Link className="link mono code" to={'/inventory' as never} search={{ q: row['sku'] } as never}>
                        {row['sku']}
                      </Link>
                    ) : (
                      cellText(column, row[column], currency)
                    )}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollRegion>
      {total !== null && total > rows && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('The first {rows} of {total}.', { rows: quantity(rows), total: quantity(total) })}
        </Text>
      )}
    </div>
  );
}

/** The rows as a file: all of them, even if the answer shows only the first. */
function ExportAnswer({ answer: { question, columns, data, total, query } }: { answer: Part }) {
  if (data.length === 0) return null;
  const [path, search] = query?.rest?.startsWith('GET /') ? query.rest.slice('GET /'.length).split('?') : [];
  if (total !== null && total > data.length && path !== undefined) {
    const { page: _, per_page: __, limit: ___, ...filter } = Object.fromEntries(new URLSearchParams(search));
    return (
      <div>
        <Export list={path} filter={filter} />
      </div>
    );
  }
  const cellOf = (value: unknown): Cell =>
    typeof value === 'number' || typeof value === 'string' ? value : value == null ? null : JSON.stringify(value);
  return (
    <Button
      variant="default"
      w="fit-content"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() =>
        saveCsv(
          question
            .replace(/[^\p{L}\p{N}]+/gu, ' ')
            .trim()
            .slice(0, 60),
          columns,
          data.map(row => columns.map(column => cellOf(row[column]))),
        )
      }
    >
      {t('Export')}
    </Button>
  );
}

/** The queries that were run, so that the answer can be checked. */
function AnswerDetails({ answer }: { answer: Answer }) {
  const { leftOut, intent, confidence, source } = answer;
  const queries = partsOf(answer).flatMap(({ query }) => query ?? []);
  const assumptions = partsOf(answer).flatMap(part => part.assumptions);
  if (queries.length === 0) return null;
  const requests = queries.flatMap(({ rest, body }) =>
    rest ? `${rest.replace(' /', ' /api/v1/')}${body ? `\n${JSON.stringify(body)}` : ''}` : [],
  );
  const facts = [
    [
      t('Understood as'),
      t('{intent}, {confidence} % sure', { intent: words(intent), confidence: Math.round(confidence * 100) }),
    ],
    [
      t('Understood by'),
      source === 'MODEL'
        ? t('the configured model, by the same query')
        : t('the built-in engine; no data left this service'),
    ],
    [t('Looked up'), queries.map(lookedUp).join('; ')],
    ...(leftOut.length > 0 ? [[t('Not used'), leftOut.join(', ')] as const] : []),
    ...(assumptions.length > 0 ? [[t('Assumed'), assumptions.map(translated).join('; ')] as const] : []),
  ] as const;
  return (
    <details className="how">
      <summary>{t('How was this answered?')}</summary>
      <dl>
        {facts.map(([term, fact]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      {requests.length > 0 && (
        <>
          <Text size="sm" c="dimmed" mb={4}>
            <Rich
              of="The same from your own program, <link>REST reference</link>:"
              parts={{ link: <Anchor href="/docs" inherit underline="always" /> }}
            />
          </Text>
          {requests.map(request => (
            <Group key={request} gap="xs" wrap="nowrap">
              <Code style={{ overflowWrap: 'anywhere' }}>{request}</Code>
              <CopyButton value={request}>
                {({ copied, copy }) => (
                  <Button variant="default" size="compact-xs" onClick={copy} style={{ flex: 'none' }}>
                    {copied ? t('Copied') : t('Copy')}
                  </Button>
                )}
              </CopyButton>
            </Group>
          ))}
        </>
      )}
    </details>
  );
}

/** The tool and its arguments: "report: measures on_hand, limit 200". */
const lookedUp = ({ tool, arguments: given }: NonNullable<Answer['query']>): string =>
  `${words(tool)}: ${
    Object.entries(given)
      .map(
        ([name, value]) =>
          `${words(name).toLowerCase()} ${Array.isArray(value) ? value.join(', ') : typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
      )
      .join(', ') || 'everything'
  }`;

function EarlierAnswers({ answers, ask }: { answers: readonly Answer[]; ask(question: string): void }) {
  const { currency } = useOrganization();
  if (answers.length === 0) return null;
  return (
    <Card component="section" aria-label={t('Asked before')} padding="md">
      <Text size="sm" fw={600} mb={4} component="h2">
        {t('Asked before')}
      </Text>
      {answers.map(answer => (
        <UnstyledButton key={answer.question} className="earlier" onClick={() => ask(answer.question)}>
          <Text size="sm" fw={550}>
            {answer.question}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            {sentenceOf(answer, currency)}
          </Text>
        </UnstyledButton>
      ))}
    </Card>
  );
}
