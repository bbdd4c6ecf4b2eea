import { filePath } from '@vitrine/contract/file-addresses';

/** The stored path of this school's file: the URL without its signature. Null for any other URL. */
export function schoolFilePath(address: string, tenantId: number): string | null {
  const path = address.startsWith('/files/') ? filePath(address) : null;
  return path?.startsWith(`/files/${tenantId}/`) ? path : null;
}
