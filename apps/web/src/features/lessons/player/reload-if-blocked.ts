const reloadedFor = 'reloaded-for-stream';

/**
 * A page may fetch streams once its school has one (docs/decisions/0027). A page from before the
 * first stream is loaded again, once in a session.
 */
export function reloadIfBlocked(reload = () => location.reload()) {
  const onViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (effectiveDirective !== 'connect-src' || sessionStorage.getItem(reloadedFor)) return;
    sessionStorage.setItem(reloadedFor, '1');
    reload();
  };
  document.addEventListener('securitypolicyviolation', onViolation);
  return () => document.removeEventListener('securitypolicyviolation', onViolation);
}
