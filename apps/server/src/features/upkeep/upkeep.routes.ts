import { upkeep } from '@vitrine/contract/upkeep';
import type { FastifyInstance } from 'fastify';
import { storageUse } from '../../kit/files/storage-quota.ts';
import { mount } from '../../kit/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { countFailures } from './upkeep.reader.ts';

/** Ours: failures and storage, for the management area. */
export function mountUpkeep(app: FastifyInstance, platform: Platform) {
  mount(app, platform, 'upkeep', upkeep, {
    show: async (tx) => {
      const { used_bytes, limit_bytes } = await storageUse(tx, platform.config.storage);
      return { data: { ...(await countFailures(tx)), used_bytes, limit_bytes } };
    },
  });
}
