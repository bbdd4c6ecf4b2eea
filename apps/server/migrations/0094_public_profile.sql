-- The card of a member that others at the school see, and the member's own time zone (C, Meu perfil).
ALTER TABLE members
  ADD show_profile boolean NOT NULL DEFAULT true,
  -- Null until the member chooses one: mails then go by the zone of their last saved preferences.
  ADD time_zone text CHECK (length(time_zone) <= 64);
