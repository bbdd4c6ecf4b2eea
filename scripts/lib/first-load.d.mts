export const MAX_FIRST_LOAD: number;
export function firstLoad(): { files: { file: string; bytes: number }[]; bytes: number };
