import type { Socket } from 'node:net';
import type pg from 'pg';

/** The socket of a connection. pg has it, but its types do not. */
export const socketOf = (client: pg.ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;
