import { crc32, deflateRawSync } from 'node:zlib';

/** For tests: writes zips with chosen faults. Omitted fields are correct. */
export interface RawEntry {
  name: string | Buffer;
  data?: string | Buffer;
  store?: boolean;
  method?: number;
  flags?: number;
  /** Written instead of the true sizes. */
  size?: number;
  crc?: number;
  /** Unix mode, for links and folders. */
  mode?: number;
  /** Index of an earlier entry whose data this one shares. */
  same_as?: number;
}

/** Writes a zip byte by byte, so that tests can make broken and hostile ones. */
export function rawZip(entries: RawEntry[], comment = ''): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  const places: { offset: number; packed: number }[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const data = Buffer.from(entry.data ?? '');
    const method = entry.method ?? (entry.store === true ? 0 : 8);
    const body = method === 8 ? deflateRawSync(data) : data;
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0);
    header.writeUInt16LE(entry.flags ?? 0x800, 2);
    header.writeUInt16LE(method, 4);
    header.writeUInt32LE(entry.crc ?? crc32(data), 10);
    header.writeUInt32LE(body.length, 14);
    header.writeUInt32LE(entry.size ?? data.length, 18);
    header.writeUInt16LE(name.length, 22);

    let place = { offset, packed: body.length };
    if (entry.same_as === undefined) {
      const local = Buffer.concat([Buffer.from('504b0304', 'hex'), header, name, body]);
      bodies.push(local);
      offset += local.length;
    } else {
      place = places[entry.same_as] ?? place;
      header.writeUInt32LE(place.packed, 14);
    }
    places.push(place);

    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
    tail.writeUInt32LE(place.offset, 10);
    const madeBy = Buffer.from([20, 3]);
    directory.push(Buffer.concat([Buffer.from('504b0102', 'hex'), madeBy, header, tail, name]));
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('504b0506', 'hex');
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 8);
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...bodies, central, end, Buffer.from(comment)]);
}
