/** Where a school's files are served from: the id in the path is its own. */
export const filesOf = (tenantId: number) => `/files/${tenantId}/`;

/** The path of a file of this school, as a browser asks for it: nothing climbs, nothing is asked. */
export const isOwnFile = (path: string, tenantId: number) =>
  path.startsWith(filesOf(tenantId)) &&
  path.length > filesOf(tenantId).length &&
  URL.canParse(path, 'http://school') &&
  new URL(path, 'http://school').pathname === path;
