import { emphasized, sentenceOf } from '@vitrine/contract/notification-sentences';
import type { Notification } from '@vitrine/contract/notifications';
import { Fragment } from 'react';
import { fullTime } from '../../platform/relative-time.ts';
import { useTranslation } from '../../ui/translation.ts';

// Private-use characters mark the beginning and the end of a value. They are removed from names and
// titles.
const BEGIN = '\uE000';
const END = '\uE001';
const ownMarks = new RegExp(`[${BEGIN}${END}]`, 'g');

/** 'Ana e mais 9 curtiram Neblina', in the reader's language, with the name and the title in bold. */
export function Sentence({ notification }: { notification: Notification }) {
  const { t, i18n } = useTranslation();
  const { text, values } = sentenceOf(notification, t, (timestamp) =>
    fullTime(timestamp, i18n.language),
  );
  const marked = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      emphasized.includes(name) ? BEGIN + String(value).replace(ownMarks, '') + END : value,
    ]),
  );
  const pieces = t(text, marked).split(BEGIN);
  return (
    <>
      {pieces.map((piece, index) => {
        const [bold, rest] = index ? splitOnce(piece) : ['', piece];
        return (
          <Fragment key={index}>
            {bold && <b className="font-semibold text-text">{bold}</b>}
            {rest}
          </Fragment>
        );
      })}
    </>
  );
}

function splitOnce(piece: string): [string, string] {
  const end = piece.indexOf(END);
  return [piece.slice(0, end), piece.slice(end + 1)];
}
