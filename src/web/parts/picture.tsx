import { ActionIcon, FileButton, Group, Loader, Menu } from '@mantine/core';
import { IconCamera, IconDots } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { graphql, send } from '../graphql.ts';
import { t } from '../language.ts';
import { ask } from '../ui/export.tsx';
import { notify, notifyProblems, notifyWithUndo } from '../ui/notify.tsx';
import { inBase64, PICTURE_TYPES, smallPicture, UNREADABLE } from './picture-file.ts';

/*
 * Pictures of products. An image element cannot send headers, and so cannot name its organization: pictures are fetched
 * like everything else.
 */

const Put = graphql(
  `mutation PutPicture($id: ID!, $input: PutProductPictureInput!, $idempotencyKey: String) {
      putProductPicture(id: $id, input: $input, idempotencyKey: $idempotencyKey) { productPicture { id url } } }`,
);
const Delete = graphql(
  `mutation DeletePicture($id: ID!, $idempotencyKey: String) {
      deleteProductPicture(id: $id, idempotencyKey: $idempotencyKey) { productPicture { id } } }`,
);

/** Recently shown pictures by URL, which changes with the picture. The browser caches more of them. */
const pictureUrls = new Map<string, string>();
const KEPT_MAX = 150;
/** Pictures that are scrolled past are not requested. */
const SETTLED_MS = 120;

/** Pictures on their way: several rows with the same picture request it once. */
const readsUnderWay = new Map<string, Promise<string | undefined>>();

function readPicture(url: string): Promise<string | undefined> {
  const known = readsUnderWay.get(url);
  if (known) return known;
  const begun = fetchPicture(url).finally(() => readsUnderWay.delete(url));
  readsUnderWay.set(url, begun);
  return begun;
}

async function fetchPicture(url: string): Promise<string | undefined> {
  const response = await ask(url.replace(/^\/api\/v1/, ''), { headers: { accept: 'image/*' } }).catch(() => undefined);
  const content = response?.ok && (await response.blob().catch(() => undefined));
  if (!content) return undefined;
  const reader = new FileReader();
  const address = await new Promise<string>(resolve => {
    reader.onload = () => resolve(String(reader.result));
    reader.readAsDataURL(content);
  });
  pictureUrls.set(url, address);
  if (pictureUrls.size > KEPT_MAX) pictureUrls.delete(pictureUrls.keys().next().value!);
  return address;
}

/** The picture at a URL, once it is loaded. */
function usePicture(url: string | null | undefined): string | undefined {
  const [shown, setShown] = useState<{ url: string; address: string }>();
  useEffect(() => {
    if (!url || pictureUrls.has(url)) return;
    let isLeft = false;
    const start = () =>
      void readPicture(url).then(
        address => address && !isLeft && setShown({ url, address }),
        // A missing picture does no harm; it is requested again the next time.
        () => undefined,
      );
    const timer = setTimeout(start, SETTLED_MS);
    return () => {
      clearTimeout(timer);
      isLeft = true;
    };
  }, [url]);
  if (!url) return undefined;
  return pictureUrls.get(url) ?? (shown?.url === url ? shown.address : undefined);
}

export interface PicturedProduct {
  name: string;
  pictureUrl?: string | null;
}

/** A small picture beside a name; without one the space stays empty, so that names are aligned. */
export function Thumbnail({ of: { pictureUrl }, size = 28 }: { of: PicturedProduct; size?: number }) {
  const address = usePicture(pictureUrl);
  return (
    <span className="picture" style={{ width: size, height: size }} data-empty={pictureUrl ? undefined : true}>
      {address && <img src={address} alt="" />}
    </span>
  );
}

/** The picture of a product on its page. It can be set from a file or, on a phone, with the camera. */
export function ProductPicture({
  product,
  mayWrite,
}: {
  product: PicturedProduct & { id: string };
  mayWrite: boolean;
}) {
  const { id, name, pictureUrl } = product;
  const address = usePicture(pictureUrl);
  const [busy, setBusy] = useState(false);
  const put = (picture: string) => send(Put, { id, input: { content: inBase64(picture) } });
  const choose = async (file: File | null) => {
    if (!file) return;
    setBusy(true);
    const picture = await smallPicture(file);
    const { problems } = picture ? await put(picture) : { problems: UNREADABLE() };
    setBusy(false);
    if (problems) notifyProblems(problems);
    else notify(t('The picture of {name} was saved.', { name }));
  };
  const remove = async () => {
    const before = address;
    const { problems } = await send(Delete, { id });
    if (problems) return notifyProblems(problems);
    const message = t('{name} no longer has a picture.', { name });
    if (before) notifyWithUndo(message, () => put(before), t('Undone.'));
    else notify(message);
  };
  if (!pictureUrl && !mayWrite) return null;
  return (
    <Group gap={4} align="flex-end" className="product-picture">
      {pictureUrl && (
        <span className="picture" style={{ width: 96, height: 96 }}>
          {address && <img src={address} alt={t('Picture of {name}', { name })} />}
        </span>
      )}
      {mayWrite && (
        <FileButton onChange={choose} accept={PICTURE_TYPES} inputProps={{ 'aria-label': t('Picture') }}>
          {({ onClick }) =>
            pictureUrl ? (
              <Menu position="bottom-start">
                <Menu.Target>
                  <ActionIcon variant="subtle" color="gray" aria-label={t('Change the picture')} loading={busy}>
                    <IconDots size={18} aria-hidden />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item onClick={onClick}>{t('Another picture')}</Menu.Item>
                  <Menu.Item onClick={() => void remove()}>{t('Remove the picture')}</Menu.Item>
                </Menu.Dropdown>
              </Menu>
            ) : (
              <button type="button" className="no-picture" onClick={onClick} disabled={busy}>
                {busy ? <Loader size="xs" /> : <IconCamera size={20} stroke={1.6} aria-hidden />}
                {t('Add a picture')}
              </button>
            )
          }
        </FileButton>
      )}
    </Group>
  );
}
