/** The greeting for this hour in the viewer's time zone. */
export function greetingTime(hour = new Date().getHours()): 'morning' | 'afternoon' | 'evening' {
  if (hour < 5 || hour >= 18) return 'evening';
  return hour < 12 ? 'morning' : 'afternoon';
}
