import { pageLocale } from '../page/pageText.ts';

const minuteMs = 60_000;

/** Returns a duration in minutes, hours or days, whichever reads best: "5 days", "20 hr". */
export function remainingTime(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / minuteMs));
  const [amount, unit] =
    minutes < 90
      ? [minutes, 'minute']
      : minutes < 36 * 60
        ? [Math.round(minutes / 60), 'hour']
        : [Math.round(minutes / 1440), 'day'];
  return new Intl.NumberFormat(pageLocale(), { style: 'unit', unit, unitDisplay: 'short' }).format(amount);
}
