import cluster, { type Worker } from 'node:cluster';
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client';

/** A scrape reaches one of the workers. That worker asks the primary, which asks all workers. */
type Message =
  | { metrics: 'request'; requestId: number }
  | { metrics: 'collect'; collectionId: string }
  | { metrics: 'collected'; collectionId: string; values: Values }
  | { metrics: 'answer'; requestId: number; values: Values[] };
type Values = MetricObjectWithValues<MetricValue<string>>[];

/**
 * A worker that does not answer within this time is left out of the sum. Each waits three seconds for
 * the database, and Prometheus ten for all.
 */
const ANSWER_MS = 5_000;

/** Returns the metrics of all workers as one text. Without workers, those of this process. */
export async function metricsText(registry: Registry): Promise<string> {
  if (cluster.isPrimary) return registry.metrics();
  const { AggregatorRegistry } = await import('prom-client');
  return AggregatorRegistry.aggregate(await requestAllValues()).metrics();
}

const pendingRequests = new Map<number, (values: Values[]) => void>();
let lastRequestId = 0;

function requestAllValues() {
  lastRequestId += 1;
  const { promise, resolve } = Promise.withResolvers<Values[]>();
  pendingRequests.set(lastRequestId, resolve);
  send({ metrics: 'request', requestId: lastRequestId });
  return promise;
}

/** In a worker: sends its metrics to the primary on request. */
export function offerMetrics(registry: Registry) {
  if (cluster.isPrimary) return;
  process.on('message', (message: Message) => {
    if (message.metrics === 'collect')
      void registry.getMetricsAsJSON().then((values) => {
        send({
          metrics: 'collected',
          collectionId: message.collectionId,
          values: values as Values,
        });
      });
    if (message.metrics === 'answer') {
      pendingRequests.get(message.requestId)?.(message.values);
      pendingRequests.delete(message.requestId);
    }
  });
}

/** Ignores errors: without a channel the primary is gone, and this worker exits too. */
const send = (message: Message) => void process.send?.(message, undefined, {}, () => {});

/** In the primary: collects the metrics of all workers for the worker that was scraped. */
export function answerMetricsOfWorkers() {
  const collectors = new Map<string, (values: Values) => void>();
  cluster.on('message', (worker, message: Message) => {
    if (message.metrics === 'collected') collectors.get(message.collectionId)?.(message.values);
    if (message.metrics === 'request') void collectFromWorkers(worker, message.requestId);
  });

  async function collectFromWorkers(requester: Worker, requestId: number) {
    const collectionId = `${requester.id}-${requestId}`;
    const values: Values[] = [];
    const workers = (Object.values(cluster.workers ?? {}) as Worker[]).filter((worker) =>
      worker.isConnected(),
    );
    await new Promise<void>((resolve) => {
      const timeout = setTimeout(resolve, ANSWER_MS);
      collectors.set(collectionId, (workerValues) => {
        if (values.push(workerValues) < workers.length) return;
        clearTimeout(timeout);
        resolve();
      });
      for (const worker of workers) sendTo(worker, { metrics: 'collect', collectionId });
    });
    collectors.delete(collectionId);
    sendTo(requester, { metrics: 'answer', requestId, values });
  }
}

/** Ignores errors: a worker may die at any moment, and the `exit` handler replaces it. */
const sendTo = (worker: Worker, message: Message) =>
  void worker.process.send(message, undefined, {}, () => {});
