import cluster, { type Worker } from 'node:cluster';
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client';

/** A scrape reaches one of the workers. That worker asks the primary, which asks all workers. */
type Message =
  | { metrics: 'ask'; ask: number }
  | { metrics: 'want'; want: string }
  | { metrics: 'have'; want: string; values: Values }
  | { metrics: 'answer'; ask: number; values: Values[] };
type Values = MetricObjectWithValues<MetricValue<string>>[];

/** A worker that does not answer within this time is left out of the sum. */
const ANSWER_MS = 1_000;

/** Returns the metrics of all workers as one text. Without workers, those of this process. */
export async function metricsText(registry: Registry): Promise<string> {
  if (cluster.isPrimary) return registry.metrics();
  const { AggregatorRegistry } = await import('prom-client');
  return AggregatorRegistry.aggregate(await valuesOfAll()).metrics();
}

const pending = new Map<number, (values: Values[]) => void>();
let count = 0;

function valuesOfAll() {
  count += 1;
  const { promise, resolve } = Promise.withResolvers<Values[]>();
  pending.set(count, resolve);
  send({ metrics: 'ask', ask: count });
  return promise;
}

/** In a worker: sends its metrics to the primary on request. */
export function offerMetrics(registry: Registry) {
  if (cluster.isPrimary) return;
  process.on('message', (message: Message) => {
    if (message.metrics === 'want')
      void registry.getMetricsAsJSON().then((values) => {
        send({ metrics: 'have', want: message.want, values: values as Values });
      });
    if (message.metrics === 'answer') {
      pending.get(message.ask)?.(message.values);
      pending.delete(message.ask);
    }
  });
}

/** Ignores errors: without a channel the primary is gone, and this worker exits too. */
const send = (message: Message) => void process.send?.(message, undefined, {}, () => {});

/** In the primary: collects the metrics of all workers for the worker that was scraped. */
export function answerMetricsOfWorkers() {
  const collected = new Map<string, (values: Values) => void>();
  cluster.on('message', (worker, message: Message) => {
    if (message.metrics === 'have') collected.get(message.want)?.(message.values);
    if (message.metrics === 'ask') void answer(worker, message.ask);
  });

  async function answer(asking: Worker, ask: number) {
    const want = `${asking.id}-${ask}`;
    const values: Values[] = [];
    const workers = (Object.values(cluster.workers ?? {}) as Worker[]).filter((worker) =>
      worker.isConnected(),
    );
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, ANSWER_MS);
      collected.set(want, (one) => {
        if (values.push(one) < workers.length) return;
        clearTimeout(late);
        resolve();
      });
      for (const worker of workers) tell(worker, { metrics: 'want', want });
    });
    collected.delete(want);
    tell(asking, { metrics: 'answer', ask, values });
  }
}

/** Ignores errors: a worker may die at any moment, and the `exit` handler replaces it. */
const tell = (worker: Worker, message: Message) =>
  void worker.process.send(message, undefined, {}, () => {});
