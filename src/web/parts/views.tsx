import { Button, Checkbox, Group, Popover, ScrollArea, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useEvery } from '../every.ts';
import { graphql, send } from '../graphql.ts';
import { type Message, t } from '../language.ts';
import { pagedQuery, type RowOf } from '../lists.ts';
import { useMay } from '../session.ts';
import { useFields } from '../ui/fields.ts';
import { FormDialog } from '../ui/form.tsx';
import { type Look, useLook } from '../ui/look.tsx';
import { notify, notifyProblems, notifyWithUndo } from '../ui/notify.tsx';
import { RemoveButton } from '../ui/remove-button.tsx';

/* Saved views of a list: its filter, sort order and columns. */

const SavedViews = pagedQuery(
  graphql(
    `query Views($list: String, $after: String) { views(first: 200, after: $after, filter: { list: $list },
          sort: NAME_ASC) { pageInfo { hasNextPage endCursor } nodes { id name settings shared owner } } }`,
  ),
  data => data.views,
);
const Create = graphql(
  `mutation CreateView($input: CreateViewInput!, $idempotencyKey: String) {
      createView(input: $input, idempotencyKey: $idempotencyKey) { view { id name settings shared owner } } }`,
);
const Remove = graphql(
  `mutation DeleteView($id: ID!, $idempotencyKey: String) {
      deleteView(id: $id, idempotencyKey: $idempotencyKey) { view { id } } }`,
);
type View = RowOf<typeof SavedViews>;

/** What this app stores in a view. */
interface Settings {
  search?: { readonly [name: string]: string };
  look?: Look;
}

interface ViewsProps {
  /** The URL of the list. */
  path: string;
  /** The name of its table. */
  table: Message;
}

/** Opens, saves and deletes the views of a list: one's own and those that are shared. */
export function Views({ path, table }: ViewsProps) {
  const name = path.slice(1);
  const [opened, setOpened] = useState(false);
  const views = useEvery(SavedViews, { list: name }, { pause: !opened }).rows;
  const search = useSearch({ strict: false }) as { [name: string]: string };
  const { look, setLook } = useLook(table);
  const navigate = useNavigate();
  const mayWrite = useMay('write');
  const fields = useFields({ name: '', shared: false });
  const open = ({ settings }: View) => {
    const kept = settings as Settings;
    void navigate({ to: path as never, search: (kept.search ?? {}) as never });
    if (kept.look) setLook(kept.look);
    setOpened(false);
  };
  const create = (view: { name: string; shared: boolean; settings: object }) =>
    send(Create, { input: { ...view, list: name, settings: view.settings as { [name: string]: unknown } } });
  const remove = async (view: View) => {
    const { problems } = await send(Remove, { id: view.id });
    if (problems) return notifyProblems(problems);
    const { name: called, shared, settings } = view;
    notifyWithUndo(
      t('{called} was removed.', { called }),
      () => create({ name: called, shared, settings }),
      t('{called} was restored.', { called }),
    );
  };
  const list = (keep: () => void) => (
    <Popover position="bottom-end" width={280} opened={opened} onChange={setOpened} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconBookmark size={16} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {t('Views')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={6}>
        {views.length === 0 && (
          <Text size="sm" c="dimmed" p={6}>
            {t('Choose what you want to see, and save it under a name.')}
          </Text>
        )}
        <ScrollArea.Autosize mah="50vh">
          {views.map(view => (
            <Group key={view.id} gap={4} wrap="nowrap" justify="space-between">
              <UnstyledButton className="view" onClick={() => open(view)}>
                <Text size="sm" truncate>
                  {view.name}
                </Text>
                {view.shared && (
                  <Text size="xs" c="dimmed" truncate>
                    {t('Shared by {owner}', { owner: view.owner.replace(/^(key|user):/, '') })}
                  </Text>
                )}
              </UnstyledButton>
              {(mayWrite || !view.shared) && (
                <RemoveButton
                  size="md"
                  label={t('Remove {name}', { name: view.name })}
                  onClick={() => void remove(view)}
                />
              )}
            </Group>
          ))}
        </ScrollArea.Autosize>
        <Button
          variant="subtle"
          size="compact-sm"
          mt={6}
          onClick={() => {
            setOpened(false);
            keep();
          }}
        >
          {t('Save this view')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
  return (
    <FormDialog
      opener={list}
      title={t('Save this view')}
      submit={t('Save')}
      fields={fields}
      send={() => create({ ...fields.values, settings: { search, look } })}
      done={({ createView: { view } }) => notify(t('{name} was saved.', { name: view.name }))}
    >
      {errors => (
        <Stack gap="sm">
          <TextInput label={t('Name')} data-autofocus {...fields.text('name', errors)} />
          {mayWrite && <Checkbox label={t('For everyone here')} {...fields.check('shared', errors)} />}
          <Text size="xs" c="dimmed">
            {t('Filters, order and columns as they are now.')}
          </Text>
        </Stack>
      )}
    </FormDialog>
  );
}
