/** The worker process that renders the formulas of one text. */
import { serveCalls } from '../worker-process/serve-calls.ts';
import { formulasAsHtml } from './formulas-as-html.ts';

const calls = { render: async (clean: string) => formulasAsHtml(clean) };
/** The calls that `workerProcess` makes. They may be killed at any moment. */
export type FormulaCalls = typeof calls;

serveCalls(calls);
