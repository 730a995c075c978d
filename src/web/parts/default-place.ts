import { useLocalStorage } from '@mantine/hooks';
import { useOrganization } from '../session.ts';
import { useLocations } from './choose.tsx';

/** Where this person works, on this device: what a new document or an adjustment begins with. The only location there is, where there is one. */
export function usePlaceOfWork() {
  const { slug } = useOrganization();
  const [kept, keep] = useLocalStorage<string | null>({
    key: `place of work in ${slug}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const places = useLocations().filter(({ active }) => active);
  // Until the locations are read, what was chosen is believed.
  const isThere = places.length === 0 || places.some(({ id }) => id === kept);
  return { place: isThere ? kept : null, places, choose: keep };
}

/** The location that forms begin with. */
export function useDefaultPlace(): string | null {
  const { place, places } = usePlaceOfWork();
  return place ?? (places.length === 1 ? places[0]!.id : null);
}
