import { Suspense, type ReactNode } from 'react';
import { optionalPart } from '../../ui/late-component.ts';
import { useFirstSteps } from './first-steps.queries.ts';
import { showsSteps } from './steps.ts';

const FirstSteps = optionalPart(() => import('./first-steps.tsx'));

interface BelowFirstStepsProps {
  className?: string;
  /** Collapsed at first: people open the page for its content. */
  brief?: boolean;
  children: ReactNode;
}

/**
 * Content with the checklist of a new school above it. Both appear together: a checklist that came
 * later would push the content down under the owner's finger. An admin may dismiss it.
 */
export function BelowFirstSteps({ className, brief = false, children }: BelowFirstStepsProps) {
  const { data, isLoading, failureCount } = useFirstSteps();
  // The content waits for no second try.
  if (isLoading && failureCount === 0) return null;
  const steps = data?.data;
  return (
    <Suspense>
      {steps && showsSteps(steps) && (
        <FirstSteps steps={steps} className={className} brief={brief} />
      )}
      {children}
    </Suspense>
  );
}
