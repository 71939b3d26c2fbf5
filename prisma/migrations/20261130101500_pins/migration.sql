-- AlterTable
ALTER TABLE `message` ADD COLUMN `pinned_by` BIGINT UNSIGNED NULL;

-- AlterTable
ALTER TABLE `message` ADD COLUMN `pinned_ms` BIGINT UNSIGNED NULL;

-- CreateTable
CREATE TABLE `pin` (
    `workspace_id` BIGINT UNSIGNED NOT NULL,
    `channel_id` BIGINT UNSIGNED NOT NULL,
    `message_id` BIGINT UNSIGNED NOT NULL,
    `pinned_ms` BIGINT UNSIGNED NOT NULL,

    PRIMARY KEY (`workspace_id`, `channel_id`, `message_id`)
) DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
