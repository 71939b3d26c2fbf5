-- Conditions that each message of a series is stored with. Defaults, so that a server of the version before goes on inserting.
ALTER TABLE `scheduled_series`
    ADD COLUMN `late_by_s` INTEGER UNSIGNED NULL,
    ADD COLUMN `unless_replied` BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN `hold_if_archived` BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN `skip_if_away` BOOLEAN NOT NULL DEFAULT false;
