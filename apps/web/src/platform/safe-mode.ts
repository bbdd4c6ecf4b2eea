/**
 * `?safe=1` leaves every snippet out, until the page is loaded again: whatever one of them does, an
 * owner gets back in (safety, Custom HTML 5).
 */
export const safeMode = new URLSearchParams(location.search).get('safe') === '1';
