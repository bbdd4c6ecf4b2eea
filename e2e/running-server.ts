/** The port and the data of the run's server. */
interface RunningServer {
  port: number;
  databaseUrl: string;
  dataDir: string;
}

const VARIABLE = 'E2E_SERVER';

/** Test workers inherit the environment of the global setup. */
export function publishServer(server: RunningServer) {
  process.env[VARIABLE] = JSON.stringify(server);
}

/** The server that the global setup started for all journeys. */
export function runningServer(): RunningServer {
  return JSON.parse(process.env[VARIABLE]!) as RunningServer;
}
