import { pageLocale } from '../../shared/page/pageText.ts';

const minuteMs = 60_000;

/** Returns a duration in minutes, hours or days, whichever reads best: "5 days", "20 hr". */
export function remainingTime(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / minuteMs));
  const [amount, unit] = inLargestUnit(minutes);
  return new Intl.NumberFormat(pageLocale(), { style: 'unit', unit, unitDisplay: 'short' }).format(amount);
}

const minutesOfHour = 60;
const minutesOfDay = 24 * minutesOfHour;

/** A larger unit is used from one and a half of it: 89 minutes, but 2 hours; 36 hours are 2 days. */
function inLargestUnit(minutes: number): readonly [number, string] {
  if (minutes < 1.5 * minutesOfHour) return [minutes, 'minute'];
  if (minutes < 1.5 * minutesOfDay) return [Math.round(minutes / minutesOfHour), 'hour'];
  return [Math.round(minutes / minutesOfDay), 'day'];
}
