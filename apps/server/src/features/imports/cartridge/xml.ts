import { SaxesParser } from 'saxes';
import { decodeText } from './encoding.ts';
import { PartError } from './errors.ts';
import type { CartridgeLimits } from './limits.ts';
import { escapeMarkup, voidTags } from './text.ts';

/** An element with its local name. Prefixes are ignored. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: (XmlElement | string)[];
}

/**
 * Parses without loading a DTD. Only the five entities of XML are known. A document that declares
 * entities is refused before it can use them.
 */
export function parseXml(bytes: Buffer, limits: CartridgeLimits): XmlElement {
  const parser = new SaxesParser();
  const openElements: XmlElement[] = [];
  let root: XmlElement | undefined;
  let elements = 0;

  parser.on('error', (error) => {
    throw new PartError('malformed', error);
  });
  parser.on('doctype', (doctype) => {
    if (/<!ENTITY/i.test(doctype)) throw new PartError('entities');
  });
  parser.on('opentag', (tag) => {
    elements += 1;
    if (openElements.length >= limits.xml_depth || elements > limits.xml_elements)
      throw new PartError('malformed');
    const element: XmlElement = {
      name: localName(tag.name),
      attributes: attributesOf(tag.attributes),
      children: [],
    };
    openElements.at(-1)?.children.push(element);
    root ??= element;
    openElements.push(element);
  });
  const addText = (text: string): void => {
    // A line break between two words of markup is a space. Between other elements it says nothing.
    if (text.trim() !== '' || !text.includes('\n') || openElements.some(isMarkup))
      openElements.at(-1)?.children.push(text);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    openElements.pop();
  });

  parser.write(decodeText(bytes)).close();
  if (root === undefined) throw new PartError('malformed');
  return root;
}

const isMarkup = ({ name }: XmlElement) => name === 'mattext' || name === 'matemtext';

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function attributesOf(tag: Record<string, string>): Record<string, string> {
  const attributes = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(tag)) {
    attributes[name.startsWith('xml:') ? name : localName(name)] = value;
  }
  return attributes;
}

/** An element, or none: its document or its parent may be missing. */
type MaybeElement = XmlElement | null | undefined;

/** The child elements, all or those of one name, in their order. */
export function childrenOf(element: MaybeElement, name?: string): XmlElement[] {
  const matches: XmlElement[] = [];
  for (const child of element?.children ?? []) {
    if (typeof child !== 'string' && (name === undefined || child.name === name))
      matches.push(child);
  }
  return matches;
}

/** The first element along the path of names. */
export function childAt(element: MaybeElement, ...path: string[]): XmlElement | undefined {
  let current = element;
  for (const name of path) current = childrenOf(current, name)[0];
  return current ?? undefined;
}

/** The elements of this name at any depth, in their order. */
export function descendants(element: XmlElement | undefined, name: string): XmlElement[] {
  return childrenOf(element).flatMap((child) =>
    child.name === name ? [child, ...descendants(child, name)] : descendants(child, name),
  );
}

/** The text of the element and of all elements in it. */
export function textOf(element: XmlElement | undefined): string {
  return (element?.children ?? [])
    .map((child) => (typeof child === 'string' ? child : textOf(child)))
    .join('');
}

/** Serialises the content as markup, for XHTML that is embedded as elements. */
export function markupOf(element: XmlElement): string {
  return element.children
    .map((child) => {
      if (typeof child === 'string') return escapeMarkup(child);
      const attributes = Object.entries(child.attributes).map(
        ([name, value]) => ` ${name}="${escapeMarkup(value)}"`,
      );
      const start = `<${child.name}${attributes.join('')}>`;
      return child.children.length === 0 && voidTags.has(child.name)
        ? start
        : `${start}${markupOf(child)}</${child.name}>`;
    })
    .join('');
}
