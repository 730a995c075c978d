import { changeMe, useMe } from '../me.ts';
import { useLocations } from './locations.ts';

/** Where this person works: what a new document or an adjustment begins with. */
export function usePlaceOfWork() {
  const place = useMe()?.defaultLocationId ?? null;
  const places = useLocations().filter(({ active }) => active);
  return { place, places, choose: (defaultLocationId: string | null) => void changeMe({ defaultLocationId }) };
}

/** The location that forms begin with: the only one there is, where there is one. */
export function useDefaultPlace(): string | null {
  const { place, places } = usePlaceOfWork();
  return place ?? (places.length === 1 ? places[0]!.id : null);
}
