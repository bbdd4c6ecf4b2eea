const reloadedFor = 'reloaded-for-stream';

/**
 * A page may fetch streams once its school has one (docs/decisions/0027). A page from before the
 * first stream is loaded again, once in a session.
 */
export function reloadIfBlocked(reload = () => location.reload()) {
  const onViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (effectiveDirective === 'connect-src' && isFirstTime()) reload();
  };
  document.addEventListener('securitypolicyviolation', onViolation);
  return () => document.removeEventListener('securitypolicyviolation', onViolation);
}

/** Without storage no time counts as the first, or the page would load without end. */
function isFirstTime() {
  try {
    if (sessionStorage.getItem(reloadedFor)) return false;
    sessionStorage.setItem(reloadedFor, '1');
    return true;
  } catch {
    return false;
  }
}
