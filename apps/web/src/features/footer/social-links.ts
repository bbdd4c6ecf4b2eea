import { FacebookIcon, InstagramIcon, YoutubeIcon } from './social-icons.tsx';

/** The three places, in the order of the specification (A section 2). */
export const socialLinks = [
  {
    column: 'url_youtube',
    network: 'youtube',
    label: 'Youtube',
    example: 'https://youtube.com/@suaescola',
    icon: YoutubeIcon,
  },
  {
    column: 'url_instagram',
    network: 'instagram',
    label: 'Instagram',
    example: 'https://instagram.com/suaescola',
    icon: InstagramIcon,
  },
  {
    column: 'url_facebook',
    network: 'facebook',
    label: 'Facebook',
    example: 'https://facebook.com/suaescola',
    icon: FacebookIcon,
  },
] as const;

/** The column of a social address (A section 3). */
export type SocialColumn = (typeof socialLinks)[number]['column'];
