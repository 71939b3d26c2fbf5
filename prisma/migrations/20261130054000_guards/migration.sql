-- Conditions of a scheduled message. Defaults, so that a sender of the version before goes on inserting.
ALTER TABLE `scheduled_message`
    ADD COLUMN `quiet_after_seq` BIGINT UNSIGNED NULL,
    ADD COLUMN `hold_if_archived` BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN `skip_if_away` BOOLEAN NOT NULL DEFAULT false;

-- What a member says of their own time.
ALTER TABLE `member`
    ADD COLUMN `away_until_ms` BIGINT UNSIGNED NULL,
    ADD COLUMN `work_days` TINYINT UNSIGNED NULL,
    ADD COLUMN `work_from_min` SMALLINT UNSIGNED NULL,
    ADD COLUMN `work_to_min` SMALLINT UNSIGNED NULL,
    ADD CONSTRAINT `work_hours_whole` CHECK (
        (`work_days` IS NULL) = (`work_from_min` IS NULL) AND (`work_days` IS NULL) = (`work_to_min` IS NULL)
        AND (`work_days` IS NULL OR (`work_days` < 128 AND `work_from_min` < 1440 AND `work_to_min` <= 1440))
    );
