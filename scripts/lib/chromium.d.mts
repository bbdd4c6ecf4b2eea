export function chromiumPath(): string;
export function ensureChromium(): Promise<string>;
