import { filePath } from '@vitrine/contract/uploads';

/**
 * The path of a file of this school behind what was sent, as it is stored: without the signature
 * that an answer had given it. Null for every other address.
 */
export function schoolFilePath(address: string, tenantId: number): string | null {
  const path = address.startsWith('/files/') ? filePath(address) : null;
  return path?.startsWith(`/files/${tenantId}/`) ? path : null;
}
