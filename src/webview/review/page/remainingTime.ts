import { pageLocale } from '../../shared/page/pageText.ts';

const minuteMs = 60_000;

/** Returns a duration in minutes, hours or days, whichever reads best: "5 days", "20 hr". */
export function remainingTime(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / minuteMs));
  const [amount, unit] = inLargestUnit(minutes);
  return new Intl.NumberFormat(pageLocale(), { style: 'unit', unit, unitDisplay: 'short' }).format(amount);
}

function inLargestUnit(minutes: number): readonly [number, string] {
  if (minutes < 90) return [minutes, 'minute'];
  return minutes < 36 * 60 ? [Math.round(minutes / 60), 'hour'] : [Math.round(minutes / 1440), 'day'];
}
