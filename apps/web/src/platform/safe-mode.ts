/**
 * `?safe=1` disables all snippets until the next page load. It lets an owner back in when a snippet
 * breaks the page (safety, Custom HTML 5).
 */
export const safeMode = new URLSearchParams(location.search).get('safe') === '1';
