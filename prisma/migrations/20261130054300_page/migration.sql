-- AlterTable
ALTER TABLE `workspace` ADD COLUMN `admins_read_scheduled` BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE `workspace` ADD COLUMN `admins_manage_scheduled` BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE `workspace` ADD COLUMN `presets` VARCHAR(2000) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL;

-- AlterTable
ALTER TABLE `member` ADD COLUMN `presets` VARCHAR(2000) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL;

-- CreateTable
CREATE TABLE `planned_draft` (
    `workspace_id` BIGINT UNSIGNED NOT NULL,
    `member_id` BIGINT UNSIGNED NOT NULL,
    `id` BIGINT UNSIGNED NOT NULL,
    `channel_id` BIGINT UNSIGNED NOT NULL,
    `thread_root_id` BIGINT UNSIGNED NULL,
    `text` MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci NOT NULL,
    `payload` MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    `send_at` BIGINT UNSIGNED NOT NULL,
    `zone` VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `wall_clock` CHAR(19) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `not_after` BIGINT UNSIGNED NULL,
    `guards` VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    `held_from` BIGINT UNSIGNED NULL,
    `version` INTEGER UNSIGNED NOT NULL,
    `client_token` VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    `created_ms` BIGINT UNSIGNED NOT NULL,
    `changed_ms` BIGINT UNSIGNED NOT NULL,

    UNIQUE INDEX `one_per_token`(`workspace_id`, `member_id`, `client_token`),
    PRIMARY KEY (`workspace_id`, `member_id`, `id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
