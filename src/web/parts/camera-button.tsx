import { ActionIcon, Loader } from '@mantine/core';
import { IconCamera, IconCameraOff } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { t } from '../language.ts';

const Camera = lazy(async () => ({ default: (await import('./camera.tsx')).Camera }));

/** Browsers only offer the camera to pages loaded over a secure connection. */
const isThere = (): boolean => typeof navigator.mediaDevices?.getUserMedia === 'function';

/** A button that opens the camera, and its picture; neither if there is no camera. */
export function useCamera(scan: (code: string) => void): { button: ReactNode; picture: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  if (!isThere()) return { button: null, picture: null };
  return {
    button: (
      <ActionIcon
        variant="subtle"
        color="gray"
        c="inherit"
        aria-label={isOpen ? t('Close the camera') : t('Use the camera')}
        aria-pressed={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? <IconCameraOff size={18} aria-hidden /> : <IconCamera size={18} aria-hidden />}
      </ActionIcon>
    ),
    picture: isOpen && (
      <Suspense fallback={<Loader size="sm" aria-label={t('Starting the camera')} />}>
        <Camera scan={scan} />
      </Suspense>
    ),
  };
}
