/** As a person here and now would say it. */
export function greetingTime(hour = new Date().getHours()): 'morning' | 'afternoon' | 'evening' {
  if (hour < 5 || hour >= 18) return 'evening';
  return hour < 12 ? 'morning' : 'afternoon';
}
