-- CreateTable
CREATE TABLE `scheduled_series` (
    `workspace_id` BIGINT UNSIGNED NOT NULL,
    `id` BIGINT UNSIGNED NOT NULL,
    `author_id` BIGINT UNSIGNED NOT NULL,
    `created_by` BIGINT UNSIGNED NOT NULL,
    `channel_id` BIGINT UNSIGNED NOT NULL,
    `thread_root_id` BIGINT UNSIGNED NULL,
    `belongs_to` VARCHAR(8) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `text` MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci NOT NULL,
    `payload` MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    `rule` VARCHAR(400) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `start_wall` CHAR(19) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `zone` VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `status` VARCHAR(8) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `paused_because` VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    `version` INTEGER UNSIGNED NOT NULL,
    `decided_to` BIGINT UNSIGNED NOT NULL,
    `look_ms` BIGINT UNSIGNED NULL,
    `client_token` VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `create_hash` CHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `created_ms` BIGINT UNSIGNED NOT NULL,
    `changed_ms` BIGINT UNSIGNED NOT NULL,

    INDEX `to_store`(`look_ms`, `workspace_id`, `id`),
    INDEX `by_author`(`workspace_id`, `author_id`, `id`),
    INDEX `by_channel`(`workspace_id`, `channel_id`, `id`),
    UNIQUE INDEX `one_per_token`(`workspace_id`, `created_by`, `client_token`),
    CONSTRAINT `series_belongs_to` CHECK (`belongs_to` IN ('author', 'channel')),
    CONSTRAINT `series_status` CHECK (`status` IN ('ACTIVE', 'PAUSED', 'ENDED')),
    CONSTRAINT `paused_has_cause` CHECK ((`status` = 'PAUSED') = (`paused_because` IS NOT NULL)),
    CONSTRAINT `active_is_looked_at` CHECK ((`status` = 'ACTIVE') = (`look_ms` IS NOT NULL)),
    PRIMARY KEY (`workspace_id`, `id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- CreateTable
CREATE TABLE `series_occurrence` (
    `workspace_id` BIGINT UNSIGNED NOT NULL,
    `series_id` BIGINT UNSIGNED NOT NULL,
    `day` CHAR(10) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `scheduled_id` BIGINT UNSIGNED NOT NULL,

    PRIMARY KEY (`workspace_id`, `series_id`, `day`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;

-- AlterTable
ALTER TABLE `scheduled_message` ADD COLUMN `series_id` BIGINT UNSIGNED NULL,
    ADD COLUMN `series_day` CHAR(10) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL;

-- A day of no series is none
ALTER TABLE `scheduled_message` ADD CONSTRAINT `day_of_series` CHECK (`series_day` IS NULL OR `series_id` IS NOT NULL);
