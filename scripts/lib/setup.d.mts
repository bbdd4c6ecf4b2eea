export function installsAll(version: string): boolean;
