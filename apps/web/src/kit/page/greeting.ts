/** The greeting for an hour, 0 to 23. The default is the hour of the browser. */
export function greetingTime(hour = new Date().getHours()): 'morning' | 'afternoon' | 'evening' {
  if (hour < 5 || hour >= 18) return 'evening';
  return hour < 12 ? 'morning' : 'afternoon';
}
