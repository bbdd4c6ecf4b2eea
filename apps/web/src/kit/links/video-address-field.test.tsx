import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { serve, visit } from '../../test/school.tsx';
import { VideoAddressField } from './video-address-field.tsx';

function open(start = '') {
  serve();
  function Form() {
    const [value, setValue] = useState(start);
    const [kind, setKind] = useState('');
    const [seconds, setSeconds] = useState<number>();
    return (
      <>
        <VideoAddressField
          value={value}
          error={undefined}
          onChange={(address, video) => {
            setValue(address);
            setKind(video?.kind ?? 'none');
          }}
          onDuration={setSeconds}
        />
        <output aria-label="kept">{[kind, value, seconds].filter(Boolean).join(' ')}</output>
      </>
    );
  }
  return visit(<Form />);
}

const field = () => screen.getByRole('textbox', { name: 'Link ou código do vídeo' });
const storedValue = () => screen.getByLabelText('kept').textContent;
const paste = async (user: ReturnType<typeof open>['user'], text: string) => {
  await user.clear(field());
  await user.click(field());
  await user.paste(text);
};

test('names the provider of the video, with its image if there is one', async () => {
  const { user } = open();
  await paste(user, 'youtu.be/dQw4w9WgXcQ');
  expect(screen.getByText('Vídeo do YouTube')).toBeVisible();
  expect(document.querySelector('img')).toHaveAttribute(
    'src',
    'https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg',
  );
  expect(storedValue()).toBe('player youtu.be/dQw4w9WgXcQ');
  await paste(user, '<iframe src="https://player.vimeo.com/video/76979871?h=a"></iframe>');
  expect(screen.getByText('Vídeo do Vimeo')).toBeVisible();
  expect(document.querySelector('img')).toBeNull();
});

test('a file gets its https and its duration, and a stream is labelled', async () => {
  const { user } = open();
  await paste(user, 'cdn.exemplo.com/aula.mp4');
  expect(screen.getByText('Arquivo de vídeo MP4')).toBeVisible();
  const video = document.querySelector('video')!;
  Object.defineProperty(video, 'duration', { value: 61.4 });
  fireEvent.loadedMetadata(video);
  expect(storedValue()).toBe('file https://cdn.exemplo.com/aula.mp4 61');
  fireEvent.error(video);
  expect(screen.getByText(/O arquivo não abriu aqui/)).toBeVisible();
  await paste(user, 'https://cdn.exemplo.com/aula.m3u8');
  expect(screen.getByText('Transmissão de vídeo (HLS)')).toBeVisible();
});

test('the saved duration does not change', () => {
  open('https://cdn.exemplo.com/aula.mp4');
  const video = document.querySelector('video')!;
  Object.defineProperty(video, 'duration', { value: 61.4 });
  fireEvent.loadedMetadata(video);
  expect(storedValue()).toBe('https://cdn.exemplo.com/aula.mp4');
});

test.each([
  [
    'https://exemplo.com/pagina',
    'Não achamos um vídeo neste endereço. Ele só toca se for um arquivo.',
  ],
  ['<iframe src="https://evil.com/1"></iframe>', 'Este código não é de um player desta lista.'],
  ['meu vídeo', 'Link inválido'],
])('%s: %s', async (text, words) => {
  const { user } = open();
  await paste(user, text);
  expect(screen.getByText(words)).toBeVisible();
  expect(storedValue()).toBe(`none ${text}`);
});
