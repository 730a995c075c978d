import { changeMe, useMe } from '../me.ts';
import { useLocations } from './locations.ts';

/** The location that the user works at: the default of new documents and adjustments. */
export function usePlaceOfWork() {
  const place = useMe()?.defaultLocationId ?? null;
  const places = useLocations().filter(({ active }) => active);
  return { place, places, choose: (defaultLocationId: string | null) => void changeMe({ defaultLocationId }) };
}

/** The default location of forms; if there is only one, that one. */
export function useDefaultPlace(): string | null {
  const { place, places } = usePlaceOfWork();
  return place ?? (places.length === 1 ? places[0]!.id : null);
}
